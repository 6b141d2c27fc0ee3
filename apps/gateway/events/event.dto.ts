import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { CUSTOMER_TYPES, KYC_STATUSES } from '@probity/contracts/customers/words';
import { DIRECTIONS, type Direction, type Method, METHODS } from '@probity/monitoring/activity';
import { ObjectOf, OptionalObjectOf } from '@probity/platform/http/nested.decorators';
import { NonBlankText, OptionalMetadata, RequiredText } from '@probity/platform/http/text.decorators';
import { ProfileBody } from '../customers/customer.dto';
import { OptionalChoice } from '../fields/choice.decorators';
import { OptionalCountry } from '../fields/country.decorators';
import { OptionalBirthDate, OptionalPastTime } from '../fields/date.decorators';
import { DECIMAL, RequiredAmount } from '../fields/decimal.decorators';
import { OptionalEmail } from '../fields/email.decorators';
import { TextField } from '../fields/text-field.decorators';

const CURRENCY = /^[A-Za-z]{3}$/;
const FURTHER_FIELDS = 'further fields are kept with the event as they came, and monitoring rules can read them';
const METADATA = { type: 'object', additionalProperties: true, example: { terminal: 'T-1' } } as const;

/** Who is on the other side of a transaction; screened when it is named. */
export class CounterpartyBody {
  @TextField(255, 'Doe Trading Ltd')
  name?: string | null;

  @TextField(255, 'GB29NWBK60161331926819')
  account?: string | null;

  @OptionalCountry()
  country?: string | null;

  @OptionalBirthDate()
  date_of_birth?: string | null;

  @OptionalChoice(CUSTOMER_TYPES, 'when it is left out, the name is compared with people and companies')
  type?: CustomerProfile['customer_type'] | null;
}

export class TransactionPayload {
  @ApiProperty({
    maxLength: 255,
    example: 'TX-20261120-1',
    description: 'the client’s own; the same one again is the same transaction, and counts once',
  })
  @RequiredText(255)
  transaction_id: string;

  @ApiProperty({ maxLength: 255, example: 'ACC-1001', description: 'one of the account_refs of the customer' })
  @RequiredText(255)
  account_ref: string;

  @ApiProperty({
    ...DECIMAL,
    example: 1250.5,
    description:
      'in major units, greater than zero; a JSON number of at most 15 digits, or a decimal string of at most 18 ' +
      'digits before the point and 8 after it',
  })
  @RequiredAmount()
  amount: number | string;

  @ApiProperty({ pattern: CURRENCY.source, example: 'USD', description: 'three letters, ISO 4217' })
  @Matches(CURRENCY, { message: 'currency must be three letters, such as USD' })
  currency: string;

  @ApiProperty({ enum: DIRECTIONS, description: 'seen from the customer: inbound money arrives' })
  @IsIn(DIRECTIONS)
  direction: Direction;

  @TextField(2_000, 'Invoice 17')
  description?: string | null;

  @TextField(255, 'INV-17')
  reference?: string | null;

  /** When it happened; when it is left out, the time at which it is received. */
  @OptionalPastTime()
  occurred_at?: string | null;

  @OptionalChoice(METHODS, 'how the money moved; default other')
  method?: Method | null;

  @TextField(64, 'mobile')
  channel?: string | null;

  @ApiPropertyOptional({ type: CounterpartyBody })
  @OptionalObjectOf(() => CounterpartyBody)
  counterparty?: CounterpartyBody | null;

  @ApiPropertyOptional(METADATA)
  @OptionalMetadata()
  metadata?: Record<string, unknown> | null;
}

/** Names the customer by at least one of customer_id, external_id, email and account_ref. */
export class OnboardingPayload {
  @ApiPropertyOptional({ type: 'string', format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  @IsOptional()
  @IsUUID()
  customer_id?: string | null;

  @ApiPropertyOptional({ type: 'string', maxLength: 255, example: 'crm-4711' })
  @NonBlankText(255)
  external_id?: string | null;

  @OptionalEmail()
  email?: string | null;

  @ApiPropertyOptional({ type: 'string', maxLength: 255, example: 'ACC-1001' })
  @NonBlankText(255)
  account_ref?: string | null;

  @TextField(64, 'documents_verified', 'where the onboarding stands')
  stage?: string | null;

  @OptionalChoice(KYC_STATUSES, 'moves the customer’s status, where that is an allowed transition')
  kyc_status?: KycStatus | null;

  @TextField(255, 'sumsub')
  kyc_provider?: string | null;

  @TextField(255, 'applicant-17')
  kyc_provider_ref?: string | null;

  @TextField(2_000, 'passport verified')
  reason?: string | null;

  @ApiPropertyOptional({ type: ProfileBody, description: 'what changes about the customer; the rest stays as it is' })
  @OptionalObjectOf(() => ProfileBody)
  profile?: ProfileBody | null;

  @ApiPropertyOptional(METADATA)
  @OptionalMetadata()
  metadata?: Record<string, unknown> | null;
}

class EventBody {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070', description: 'the key’s tenant' })
  @IsUUID()
  tenant_id: string;
}

/** An event of any type, or of none. */
export class UntypedEventBody extends EventBody {
  @Allow()
  event_type: unknown;

  @Allow()
  payload: unknown;
}

export class TransactionEventBody extends EventBody {
  @ApiProperty({ enum: ['transaction'] })
  @IsIn(['transaction'])
  event_type: 'transaction';

  @ApiProperty({ type: TransactionPayload, description: FURTHER_FIELDS })
  @ObjectOf(() => TransactionPayload)
  payload: TransactionPayload;
}

export class OnboardingEventBody extends EventBody {
  @ApiProperty({ enum: ['onboarding'] })
  @IsIn(['onboarding'])
  event_type: 'onboarding';

  @ApiProperty({
    type: OnboardingPayload,
    example: { external_id: 'crm-4711', stage: 'documents_verified' },
    description: FURTHER_FIELDS,
  })
  @ObjectOf(() => OnboardingPayload)
  payload: OnboardingPayload;
}
