import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { Metadata } from '../fields';
import { personal } from '../personal-data/personal';
import {
  CUSTOMER_TYPES,
  GENDERS,
  type KYC_STATUSES,
  ONBOARDING_CHANNELS,
  PEP_STATUSES,
  type RISK_RATINGS,
} from './words';

export type KycStatus = (typeof KYC_STATUSES)[number];
export type RiskRating = (typeof RISK_RATINGS)[number];

export const CountryCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' });
export const CalendarDate = Type.String({ format: 'date', description: 'ISO date, YYYY-MM-DD' });

export const Address = view(
  'Address',
  Type.Object({
    line1: Type.Optional(Type.String()),
    line2: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    country: Type.Optional(CountryCode),
    postal_code: Type.Optional(Type.String()),
  }),
);

export const Party = view(
  'Party',
  Type.Object({
    name: Type.String(),
    role: Type.Optional(Type.String()),
    ownership_share: Type.Optional(Type.String({ description: 'per cent, 0 to 100, as a decimal string' })),
    date_of_birth: Type.Optional(CalendarDate),
    nationality: Type.Optional(CountryCode),
  }),
  { description: 'A person or company that owns, directs or is associated with a customer; screened with it.' },
);

export const IDENTITY_DOCUMENTS = 'passport, national_id, driving_licence, residence_permit or another word';

export const IdentityDocument = view(
  'IdentityDocument',
  Type.Object({
    type: Type.String({ description: IDENTITY_DOCUMENTS }),
    number: Type.Optional(Type.String()),
    issuing_country: Type.Optional(CountryCode),
    expires_on: Type.Optional(CalendarDate),
  }),
);

/** The data of an institution about a customer, in canonical form: absent means unknown. */
export const CustomerProfile = Type.Object({
  email: personal(
    'contact',
    Type.String({ description: 'as given; unique in the tenant without regard to case and invisible differences' }),
  ),
  customer_type: Type.Enum(CUSTOMER_TYPES),
  full_name: personal('identity', Type.Optional(Type.String())),
  first_name: personal('identity', Type.Optional(Type.String())),
  middle_name: personal('identity', Type.Optional(Type.String())),
  last_name: personal('identity', Type.Optional(Type.String())),
  aliases: personal(
    'identity',
    Type.Optional(Type.Array(Type.String(), { description: 'other names, which are screened too' })),
  ),
  gender: personal('identity', Type.Optional(Type.Enum(GENDERS, { title: 'Gender' }))),
  business_name: personal('identity', Type.Optional(Type.String())),
  external_id: personal('reference', Type.Optional(Type.String())),
  nationality: personal('identity', Type.Optional(CountryCode)),
  phone: personal('contact', Type.Optional(Type.String())),
  date_of_birth: personal('identity', Type.Optional(CalendarDate)),
  occupation: personal('finances', Type.Optional(Type.String())),
  source_of_funds: personal('finances', Type.Optional(Type.String())),
  pep_status: Type.Enum(PEP_STATUSES),
  kyc_provider: Type.Optional(Type.String()),
  kyc_provider_ref: personal('reference', Type.Optional(Type.String())),
  customer_since: Type.Optional(
    Type.String({ format: 'date', description: 'when the relationship began; absent: when Probity got the customer' }),
  ),
  onboarding_channel: Type.Optional(Type.Enum(ONBOARDING_CHANNELS, { title: 'OnboardingChannel' })),
  account_refs: personal('reference', Type.Array(Type.String())),
  address: personal('contact', Type.Optional(Address)),
  tags: personal('free_text', Type.Array(Type.String())),
  business_type: Type.Optional(Type.String()),
  industry_type: Type.Optional(Type.String()),
  registration_no: personal('identity', Type.Optional(Type.String())),
  tax_id: personal('identity', Type.Optional(Type.String())),
  income_range: personal('finances', Type.Optional(Type.String())),
  source_of_wealth: personal('finances', Type.Optional(Type.String())),
  beneficial_owners: personal('identity', Type.Array(Party)),
  related_parties: personal('identity', Type.Array(Party)),
  identity_documents: personal('identity', Type.Array(IdentityDocument)),
  metadata: personal('free_text', Type.Optional(Metadata)),
});

export type Party = Static<typeof Party>;
export type IdentityDocument = Static<typeof IdentityDocument>;
export type CustomerProfile = Static<typeof CustomerProfile>;

/** Fields of a profile that can change; absent fields keep their values. */
export const ProfileChanges = Type.Partial(Type.Omit(CustomerProfile, ['email', 'customer_type']));
export type ProfileChanges = Static<typeof ProfileChanges>;
