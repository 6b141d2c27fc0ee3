/** How a customer lives and works, from which its transactions follow. */
export type Life = 'salaried' | 'student' | 'pensioner' | 'freelancer' | 'wealthy' | 'shop' | 'trader' | 'agency';

/** What makes the transactions of a customer suspicious. */
export type Scheme =
  | 'structuring'
  | 'large_cash'
  | 'rapid'
  | 'dormant'
  | 'round'
  | 'corridor'
  | 'many_to_one'
  | 'one_to_many'
  | 'new_account'
  | 'velocity'
  | 'turnover'
  | 'spike'
  | 'listed_counterparty';

interface Party {
  name: string;
  role: string;
  ownership_share: number;
  date_of_birth: string;
  nationality: string;
}

/** The body of `POST /tenants/{slug}/customers`. */
export interface CustomerBody {
  email: string;
  customer_type: 'individual' | 'corporate';
  external_id: string;
  full_name?: string;
  business_name?: string;
  nationality?: string;
  date_of_birth?: string;
  occupation?: string;
  phone: string;
  pep_status?: 'declared';
  kyc_status: 'pending' | 'in_review' | 'approved' | 'rejected';
  customer_since: string;
  onboarding_channel: 'digital' | 'agent' | 'branch' | 'referral' | 'partner';
  source_of_funds: string;
  income_range?: string;
  account_refs: string[];
  address: { line1: string; city: string; country: string; postal_code: string };
  tags: string[];
  business_type?: string;
  industry_type?: string;
  registration_no?: string;
  beneficial_owners?: Party[];
  identity_documents?: { type: string; number: string; issuing_country: string; expires_on: string }[];
}

export interface DemoCustomer {
  /** from 0 on */
  index: number;
  life: Life;
  schemes: Scheme[];
  country: string;
  /** the first day of its transactions, in days from the beginning of the 90 days */
  firstDay: number;
  body: CustomerBody;
}

export const nameOf = ({ body }: DemoCustomer): string => body.full_name ?? body.business_name!;
