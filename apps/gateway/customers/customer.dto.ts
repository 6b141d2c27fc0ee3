import {
  MAX_ACCOUNT_REFS,
  MAX_ALIASES,
  MAX_DOCUMENTS,
  MAX_LINE,
  MAX_PARTIES,
  MAX_POSTAL_CODE,
  MAX_TAGS,
  MAX_WORD,
} from '@probity/contracts/customers/limits';
import { type CustomerProfile, IDENTITY_DOCUMENTS, type KycStatus } from '@probity/contracts/customers/profile';
import {
  CUSTOMER_TYPES,
  GENDERS,
  KYC_STATUSES,
  ONBOARDING_CHANNELS,
  PEP_STATUSES,
} from '@probity/contracts/customers/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalListOf, OptionalObjectOf } from '@probity/platform/http/fields/nested';
import { OptionalMetadata, OptionalText, OptionalTexts, Text } from '@probity/platform/http/fields/text';
import { OptionalCountry } from '../fields/country.decorators';
import { OptionalBirthDate, OptionalDate, OptionalPastDate } from '../fields/date.decorators';
import { OptionalPercentage } from '../fields/decimal.decorators';
import { RequiredEmail } from '@probity/platform/http/fields/email';

export class AddressBody {
  @OptionalText(MAX_LINE, { example: '1 High Street' })
  line1?: string | null;

  @OptionalText(MAX_LINE, { example: 'Flat 2' })
  line2?: string | null;

  @OptionalText(MAX_LINE, { example: 'London' })
  city?: string | null;

  @OptionalText(MAX_LINE, { example: 'Greater London' })
  state?: string | null;

  @OptionalCountry()
  country?: string | null;

  @OptionalText(MAX_POSTAL_CODE, { example: 'SW1A 1AA' })
  postal_code?: string | null;
}

/** A person or company that owns, directs or is related to a customer. */
export class PartyBody {
  @Text(MAX_LINE, { example: 'John Roe' })
  name: string;

  @OptionalText(MAX_WORD, { example: 'director' })
  role?: string | null;

  @OptionalPercentage({ example: 25.5, description: 'per cent, from 0 to 100' })
  ownership_share?: number | string | null;

  @OptionalBirthDate()
  date_of_birth?: string | null;

  @OptionalCountry()
  nationality?: string | null;
}

export class IdentityDocumentBody {
  @Text(MAX_WORD, { example: 'passport', description: IDENTITY_DOCUMENTS })
  type: string;

  @OptionalText(MAX_WORD, { example: '123456789' })
  number?: string | null;

  @OptionalCountry()
  issuing_country?: string | null;

  @OptionalDate('2031-05-31')
  expires_on?: string | null;
}

/**
 * The fields of a customer that an institution may give and change later. A null field or a blank text counts as
 * absent.
 */
export class ProfileBody {
  @OptionalText(MAX_LINE, { example: 'Jane Doe', description: 'for individuals' })
  full_name?: string | null;

  @OptionalText(MAX_LINE, {
    example: 'Jane',
    description: 'for individuals; the parts of the name together are screened as a further name',
  })
  first_name?: string | null;

  @OptionalText(MAX_LINE, { example: 'Maria' })
  middle_name?: string | null;

  @OptionalText(MAX_LINE, { example: 'Doe' })
  last_name?: string | null;

  @OptionalTexts(MAX_ALIASES, MAX_LINE, {
    example: ['Jane Roe'],
    description: 'other names, in any script; each is screened like the name',
  })
  aliases?: string[] | null;

  @OptionalChoice(GENDERS, {
    description: 'for individuals; female and male lower the score of a match with a person of the other gender',
  })
  gender?: CustomerProfile['gender'] | null;

  @OptionalText(MAX_LINE, { example: 'Doe Trading Ltd', description: 'for corporates' })
  business_name?: string | null;

  @OptionalText(MAX_LINE, { example: 'crm-4711', description: 'your own reference' })
  external_id?: string | null;

  @OptionalCountry()
  nationality?: string | null;

  @OptionalText(MAX_WORD, { example: '+44 20 7946 0000' })
  phone?: string | null;

  @OptionalBirthDate()
  date_of_birth?: string | null;

  @OptionalText(MAX_LINE, { example: 'engineer' })
  occupation?: string | null;

  @OptionalText(MAX_LINE, { example: 'salary' })
  source_of_funds?: string | null;

  @OptionalChoice(PEP_STATUSES, { description: 'whether the customer is a politically exposed person; default none' })
  pep_status?: CustomerProfile['pep_status'] | null;

  @OptionalText(MAX_LINE, { example: 'sumsub', description: 'who performed KYC' })
  kyc_provider?: string | null;

  @OptionalText(MAX_LINE, { example: 'applicant-17', description: 'the reference of the customer at that provider' })
  kyc_provider_ref?: string | null;

  @OptionalPastDate('2019-05-14', {
    description: 'when your relationship with the customer began; default: when Probity gets the customer',
  })
  customer_since?: string | null;

  @OptionalChoice(ONBOARDING_CHANNELS)
  onboarding_channel?: CustomerProfile['onboarding_channel'] | null;

  @OptionalTexts(MAX_ACCOUNT_REFS, MAX_LINE, {
    example: ['ACC-1001'],
    description:
      'the accounts that identify the customer in transactions: accounts in your ledger or core banking system',
  })
  account_refs?: string[] | null;

  @OptionalObjectOf(() => AddressBody)
  address?: AddressBody | null;

  @OptionalTexts(MAX_TAGS, MAX_WORD, { example: ['private-banking'] })
  tags?: string[] | null;

  @OptionalText(MAX_LINE, { example: 'limited company' })
  business_type?: string | null;

  @OptionalText(MAX_LINE, { example: 'wholesale' })
  industry_type?: string | null;

  @OptionalText(MAX_WORD, { example: '01234567' })
  registration_no?: string | null;

  @OptionalText(MAX_WORD, { example: 'GB999999973' })
  tax_id?: string | null;

  @OptionalText(MAX_WORD, { example: '50000-100000' })
  income_range?: string | null;

  @OptionalText(MAX_LINE, { example: 'inheritance' })
  source_of_wealth?: string | null;

  @OptionalListOf(() => PartyBody, MAX_PARTIES, { description: 'screened together with the customer' })
  beneficial_owners?: PartyBody[] | null;

  @OptionalListOf(() => PartyBody, MAX_PARTIES, { description: 'screened together with the customer' })
  related_parties?: PartyBody[] | null;

  @OptionalListOf(() => IdentityDocumentBody, MAX_DOCUMENTS)
  identity_documents?: IdentityDocumentBody[] | null;

  @OptionalMetadata({ example: { segment: 'retail' } })
  metadata?: Record<string, unknown> | null;
}

export class CreateCustomerBody extends ProfileBody {
  @RequiredEmail('unique within the tenant, without regard to case')
  email: string;

  @OptionalChoice(CUSTOMER_TYPES, { description: 'default individual' })
  customer_type?: CustomerProfile['customer_type'] | null;

  @OptionalChoice(KYC_STATUSES, { description: 'default pending' })
  kyc_status?: KycStatus | null;
}
