import { MATCHED_NAMES, SHARED_NAME } from './fill-lists';
import { DECISION, expecting, type FilledTenant } from './scene';

export interface FilledCustomer {
  id: string;
  account_refs: string[];
}

export interface FilledCustomers {
  individual: FilledCustomer;
  corporate: FilledCustomer;
  /** one customer for each of MATCHED_NAMES; each has a screening alert */
  matched: FilledCustomer[];
  /** the customer whose event will fail */
  unlucky: FilledCustomer;
}

/** Creates customers with all fields and with few fields, in every KYC status. Some match lists. */
export async function fillCustomers(tenant: FilledTenant): Promise<FilledCustomers> {
  const individual = await newCustomer(tenant, 'individual', INDIVIDUAL);
  const corporate = await newCustomer(tenant, 'corporate', CORPORATE);
  await expecting(201, tenant.api.post(tenant.path('/customers'), { email: 'only-an-address@example.com' }));
  await newCustomer(tenant, 'on-shared-list', { full_name: SHARED_NAME, date_of_birth: '1960-01-01' });

  const matched: FilledCustomer[] = [];
  for (const [index, name] of MATCHED_NAMES.entries()) {
    matched.push(await newCustomer(tenant, `matched-${index}`, { full_name: tenant.own(name) }));
  }
  await fillKycStatuses(tenant);
  return { individual, corporate, matched, unlucky: await newCustomer(tenant, 'unlucky', { full_name: 'Infelix' }) };
}

/** Creates one customer in each status, and one whose status staff change several times. */
async function fillKycStatuses(tenant: FilledTenant): Promise<void> {
  for (const kyc_status of ['pending', 'in_review', 'approved', 'rejected', 'expired']) {
    await newCustomer(tenant, `kyc-${kyc_status}`, { full_name: `Status ${kyc_status}`, kyc_status });
  }
  const { id } = await newCustomer(tenant, 'kyc-moved', { full_name: 'Migrans' });
  for (const to of ['in_review', 'approved', 'expired', 'approved', 'rejected', 'in_review']) {
    await expecting(200, tenant.backOffice.put(tenant.path(`/customers/${id}/kyc-status`), { to, ...DECISION }));
  }
}

export async function newCustomer(tenant: FilledTenant, name: string, changes: object): Promise<FilledCustomer> {
  const body = { email: `${name}@${tenant.slug}.example`, account_refs: [`${name}-a`, `${name}-b`], ...changes };
  return expecting<FilledCustomer>(201, tenant.api.post(tenant.path('/customers'), body));
}

const ADDRESS = {
  line1: '1 High Street',
  line2: 'Flat 2',
  city: 'London',
  state: 'Greater London',
  country: 'GB',
  postal_code: 'SW1A 1AA',
};
/** Expiry dates far in the future, so that responses stay the same for many years. */
const DOCUMENTS = [
  { type: 'passport', number: '123456789', issuing_country: 'GB', expires_on: '2199-05-31' },
  { type: 'driving_licence', number: 'OLD', issuing_country: 'DE', expires_on: '2015-01-01' },
];
const PARTY = {
  name: 'Socius Minor',
  role: 'director',
  ownership_share: '25.5',
  date_of_birth: '1981-02-28',
  nationality: 'FR',
};

const INDIVIDUAL = {
  customer_type: 'individual',
  full_name: 'Persona Integra é東',
  external_id: 'crm-1',
  nationality: 'GB',
  phone: '+44 20 7946 0000',
  date_of_birth: '1980-02-29',
  occupation: 'engineer',
  source_of_funds: 'salary',
  pep_status: 'declared',
  kyc_status: 'in_review',
  kyc_provider: 'sumsub',
  kyc_provider_ref: 'applicant-17',
  onboarding_channel: 'digital',
  address: ADDRESS,
  tags: ['private-banking', 'vip'],
  tax_id: 'GB999999973',
  income_range: '50000-100000',
  source_of_wealth: 'inheritance',
  related_parties: [PARTY],
  identity_documents: DOCUMENTS,
  metadata: { segment: 'retail', deep: { list: [null, 1.5] } },
};

const CORPORATE = {
  customer_type: 'corporate',
  business_name: 'Integra Trading Ltd',
  external_id: 'crm-2',
  pep_status: 'none',
  kyc_status: 'approved',
  onboarding_channel: 'agent',
  address: ADDRESS,
  business_type: 'limited company',
  industry_type: 'casino',
  registration_no: '01234567',
  tax_id: 'GB1',
  source_of_funds: 'sales',
  beneficial_owners: [PARTY, { name: 'Possessor Maior', ownership_share: 74.5 }],
  related_parties: [{ ...PARTY, name: 'Consiliarius', role: 'adviser' }],
  identity_documents: [DOCUMENTS[0]],
  metadata: { segment: 'business' },
};
