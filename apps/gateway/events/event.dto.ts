import { Allow } from 'class-validator';
import { MAX_LINE, MAX_THINGS, MAX_WORD } from '@probity/contracts/customers/limits';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { CUSTOMER_TYPES, KYC_STATUSES } from '@probity/contracts/customers/words';
import { DIRECTIONS, type Direction, type Method, METHODS } from '@probity/monitoring/activity';
import { Choice, Matching, OptionalChoice } from '@probity/platform/http/fields/choice';
import { FurtherFields } from '@probity/platform/http/fields/field';
import { ObjectOf, OptionalListOf, OptionalObjectOf } from '@probity/platform/http/fields/nested';
import { NonBlankText, OptionalMetadata, OptionalText, Text } from '@probity/platform/http/fields/text';
import { OptionalUuid, Uuid } from '@probity/platform/http/fields/uuid';
import { ProfileBody } from '../customers/customer.dto';
import { OptionalCountry } from '../fields/country.decorators';
import { OptionalBirthDate, OptionalPastTime } from '../fields/date.decorators';
import { Amount } from '../fields/decimal.decorators';
import { OptionalImoNumber } from '../fields/imo-number.decorator';
import { OptionalEmail } from '@probity/platform/http/fields/email';

const MAX_DESCRIPTION = 2_000;
const CURRENCY = /^[A-Za-z]{3}$/;
const FURTHER_FIELDS = 'further fields are stored with the event unchanged; monitoring rules can read them';
const METADATA = { example: { terminal: 'T-1' } };

/** The other party of a transaction; it is screened when it has a name, or an address of crypto-assets as its account. */
export class CounterpartyBody {
  @OptionalText(MAX_LINE, { example: 'Doe Trading Ltd' })
  name?: string | null;

  @OptionalText(MAX_LINE, { example: 'GB29NWBK60161331926819' })
  account?: string | null;

  @OptionalCountry()
  country?: string | null;

  @OptionalBirthDate()
  date_of_birth?: string | null;

  @OptionalChoice(CUSTOMER_TYPES, {
    description: 'if it is omitted, the name is compared with people and companies',
  })
  type?: CustomerProfile['customer_type'] | null;
}

/** A vessel that a transaction is about, with at least one field; it is screened. */
export class VesselBody {
  @OptionalText(MAX_LINE, { example: 'Ocean Pearl' })
  name?: string | null;

  @OptionalImoNumber()
  imo?: string | null;

  @OptionalText(MAX_WORD, { example: '572469210' })
  mmsi?: string | null;

  @OptionalText(MAX_WORD, { example: '3FKH9' })
  call_sign?: string | null;

  @OptionalCountry('PA')
  flag?: string | null;
}

/** An aircraft that a transaction is about, with at least one field; it is screened. */
export class AircraftBody {
  @OptionalText(MAX_WORD, { example: 'G-ABCD', description: 'its registration' })
  tail_number?: string | null;

  @OptionalText(MAX_WORD, { example: '41023', description: 'of the manufacturer' })
  serial_number?: string | null;
}

@FurtherFields
export class TransactionPayload {
  @Text(MAX_LINE, {
    example: 'TX-20261120-1',
    description: 'your own id; a second event with the same id is the same transaction and counts once',
  })
  transaction_id: string;

  @Text(MAX_LINE, { example: 'ACC-1001', description: 'one of the account_refs of the customer' })
  account_ref: string;

  @Amount({
    example: 1250.5,
    description:
      'in major units, greater than zero; a JSON number with at most 15 digits, or a decimal string with at most 18 ' +
      'digits before the point and 8 after it',
  })
  amount: number | string;

  @Matching(CURRENCY, 'currency must be three letters, such as USD', {
    example: 'USD',
    description: 'three letters, ISO 4217',
  })
  currency: string;

  @Choice(DIRECTIONS, { description: 'seen from the customer: inbound means that money arrives' })
  direction: Direction;

  @OptionalText(MAX_DESCRIPTION, {
    example: 'Invoice 17',
    description: 'the first 500 characters are searched for names on lists',
  })
  description?: string | null;

  @OptionalText(MAX_LINE, { example: 'INV-17', description: 'searched for names on lists' })
  reference?: string | null;

  /** The time of the transaction; if omitted, the time of receipt. */
  @OptionalPastTime()
  occurred_at?: string | null;

  @OptionalChoice(METHODS, { description: 'how the money was moved; default other' })
  method?: Method | null;

  @OptionalText(MAX_WORD, { example: 'mobile' })
  channel?: string | null;

  @OptionalObjectOf(() => CounterpartyBody)
  counterparty?: CounterpartyBody | null;

  @OptionalListOf(() => VesselBody, MAX_THINGS, { description: 'screened like the counterparty' })
  vessels?: VesselBody[] | null;

  @OptionalListOf(() => AircraftBody, MAX_THINGS, { description: 'screened like the counterparty' })
  aircraft?: AircraftBody[] | null;

  @OptionalMetadata(METADATA)
  metadata?: Record<string, unknown> | null;
}

/** Names the customer by at least one of customer_id, external_id, email and account_ref. */
@FurtherFields
export class OnboardingPayload {
  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  customer_id?: string | null;

  @NonBlankText(MAX_LINE, { example: 'crm-4711' })
  external_id?: string | null;

  @OptionalEmail()
  email?: string | null;

  @NonBlankText(MAX_LINE, { example: 'ACC-1001' })
  account_ref?: string | null;

  @OptionalText(MAX_WORD, { example: 'documents_verified', description: 'the step of the onboarding' })
  stage?: string | null;

  @OptionalChoice(KYC_STATUSES, { description: 'changes the status of the customer, if the transition is allowed' })
  kyc_status?: KycStatus | null;

  @OptionalText(MAX_LINE, { example: 'sumsub' })
  kyc_provider?: string | null;

  @OptionalText(MAX_LINE, { example: 'applicant-17' })
  kyc_provider_ref?: string | null;

  @OptionalText(MAX_DESCRIPTION, { example: 'passport verified' })
  reason?: string | null;

  @OptionalObjectOf(() => ProfileBody, {
    description: 'the fields of the customer that change; other fields do not change',
  })
  profile?: ProfileBody | null;

  @OptionalMetadata(METADATA)
  metadata?: Record<string, unknown> | null;
}

class EventBody {
  @Uuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070', description: 'the key’s tenant' })
  tenant_id: string;
}

/** An event of any type. */
export class UntypedEventBody extends EventBody {
  @Allow()
  event_type: unknown;

  @Allow()
  payload: unknown;
}

export class TransactionEventBody extends EventBody {
  @Choice(['transaction'])
  event_type: 'transaction';

  @ObjectOf(() => TransactionPayload, { description: FURTHER_FIELDS })
  payload: TransactionPayload;
}

export class OnboardingEventBody extends EventBody {
  @Choice(['onboarding'])
  event_type: 'onboarding';

  @ObjectOf(() => OnboardingPayload, {
    example: { external_id: 'crm-4711', stage: 'documents_verified' },
    description: FURTHER_FIELDS,
  })
  payload: OnboardingPayload;
}
