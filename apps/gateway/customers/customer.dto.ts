import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { CUSTOMER_TYPES, KYC_STATUSES, ONBOARDING_CHANNELS, PEP_STATUSES } from '@probity/contracts/customers/words';
import { OptionalListOf, OptionalObjectOf } from '@probity/platform/http/nested.decorators';
import { OptionalMetadata, OptionalTexts, RequiredText } from '@probity/platform/http/text.decorators';
import { OptionalChoice } from '../fields/choice.decorators';
import { OptionalCountry } from '../fields/country.decorators';
import { OptionalBirthDate, OptionalDate } from '../fields/date.decorators';
import { DECIMAL, OptionalPercentage } from '../fields/decimal.decorators';
import { RequiredEmail } from '../fields/email.decorators';
import { TextField } from '../fields/text-field.decorators';

const MAX_REFERENCES = 100;
const MAX_TAGS = 100;
const MAX_PARTIES = 100;
const MAX_DOCUMENTS = 20;

export class AddressBody {
  @TextField(255, '1 High Street')
  line1?: string | null;

  @TextField(255, 'Flat 2')
  line2?: string | null;

  @TextField(255, 'London')
  city?: string | null;

  @TextField(255, 'Greater London')
  state?: string | null;

  @OptionalCountry()
  country?: string | null;

  @TextField(32, 'SW1A 1AA')
  postal_code?: string | null;
}

/** Somebody who owns, directs or is close to a customer. */
export class PartyBody {
  @ApiProperty({ maxLength: 255, example: 'John Roe' })
  @RequiredText(255)
  name: string;

  @TextField(64, 'director')
  role?: string | null;

  @ApiPropertyOptional({ ...DECIMAL, example: 25.5, description: 'per cent, 0 to 100' })
  @OptionalPercentage()
  ownership_share?: number | string | null;

  @OptionalBirthDate()
  date_of_birth?: string | null;

  @OptionalCountry()
  nationality?: string | null;
}

export class IdentityDocumentBody {
  @ApiProperty({
    maxLength: 64,
    example: 'passport',
    description: 'passport, national_id, driving_licence, residence_permit or another word',
  })
  @RequiredText(64)
  type: string;

  @TextField(64, '123456789')
  number?: string | null;

  @OptionalCountry()
  issuing_country?: string | null;

  @OptionalDate('2031-05-31')
  expires_on?: string | null;
}

/**
 * What an institution may say about a customer and change later. A field that is null, or a text that
 * is blank, counts as absent.
 */
export class ProfileBody {
  @TextField(255, 'Jane Doe', 'for individuals')
  full_name?: string | null;

  @TextField(255, 'Doe Trading Ltd', 'for corporates')
  business_name?: string | null;

  @TextField(255, 'crm-4711', 'the client’s own reference')
  external_id?: string | null;

  @OptionalCountry()
  nationality?: string | null;

  @TextField(64, '+44 20 7946 0000')
  phone?: string | null;

  @OptionalBirthDate()
  date_of_birth?: string | null;

  @TextField(255, 'engineer')
  occupation?: string | null;

  @TextField(255, 'salary')
  source_of_funds?: string | null;

  @OptionalChoice(PEP_STATUSES, 'whether the customer is a politically exposed person; default none')
  pep_status?: CustomerProfile['pep_status'] | null;

  @TextField(255, 'sumsub', 'who performed KYC')
  kyc_provider?: string | null;

  @TextField(255, 'applicant-17', 'what that provider calls the customer')
  kyc_provider_ref?: string | null;

  @OptionalChoice(ONBOARDING_CHANNELS)
  onboarding_channel?: CustomerProfile['onboarding_channel'] | null;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_REFERENCES,
    example: ['ACC-1001'],
    description: 'what transactions name this customer by: accounts of the client’s ledger or core banking',
  })
  @OptionalTexts(MAX_REFERENCES, 255)
  account_refs?: string[] | null;

  @ApiPropertyOptional({ type: AddressBody })
  @OptionalObjectOf(() => AddressBody)
  address?: AddressBody | null;

  @ApiPropertyOptional({ type: [String], maxItems: MAX_TAGS, example: ['private-banking'] })
  @OptionalTexts(MAX_TAGS, 64)
  tags?: string[] | null;

  @TextField(255, 'limited company')
  business_type?: string | null;

  @TextField(255, 'wholesale')
  industry_type?: string | null;

  @TextField(64, '01234567')
  registration_no?: string | null;

  @TextField(64, 'GB999999973')
  tax_id?: string | null;

  @TextField(64, '50000-100000')
  income_range?: string | null;

  @TextField(255, 'inheritance')
  source_of_wealth?: string | null;

  @ApiPropertyOptional({ type: [PartyBody], maxItems: MAX_PARTIES, description: 'screened with the customer' })
  @OptionalListOf(() => PartyBody, MAX_PARTIES)
  beneficial_owners?: PartyBody[] | null;

  @ApiPropertyOptional({ type: [PartyBody], maxItems: MAX_PARTIES, description: 'screened with the customer' })
  @OptionalListOf(() => PartyBody, MAX_PARTIES)
  related_parties?: PartyBody[] | null;

  @ApiPropertyOptional({ type: [IdentityDocumentBody], maxItems: MAX_DOCUMENTS })
  @OptionalListOf(() => IdentityDocumentBody, MAX_DOCUMENTS)
  identity_documents?: IdentityDocumentBody[] | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { segment: 'retail' } })
  @OptionalMetadata()
  metadata?: Record<string, unknown> | null;
}

export class CreateCustomerBody extends ProfileBody {
  @RequiredEmail('unique within the tenant, whatever the case of its letters')
  email: string;

  @OptionalChoice(CUSTOMER_TYPES, 'default individual')
  customer_type?: CustomerProfile['customer_type'] | null;

  @OptionalChoice(KYC_STATUSES, 'default pending')
  kyc_status?: KycStatus | null;
}
