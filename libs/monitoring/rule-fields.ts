import {
  CUSTOMER_TYPES,
  KYC_STATUSES,
  ONBOARDING_CHANNELS,
  PEP_STATUSES,
  RISK_RATINGS,
} from '@probity/contracts/customers/words';
import type { EventType } from '@probity/contracts/pipeline/views';
import { type Activity, DIRECTIONS, METHODS } from './activity';
import { wholeDays } from './dates';
import { closest } from './expressions/closest';
import { COUNTRY, CURRENCY, type Expression, oneOf, type Vocabulary } from './expressions/expression';
import { booleanOf, dateOf, decimalOf, textOf, textsOf, valueAt } from './expressions/values-from-json';
import type { RuleContext } from './rule-context';

type Field = Expression<RuleContext>;

/** Free-form parts of the payload and of the customer. A rule must declare the type of a field in them. */
const FREE_PARTS: Record<EventType, Record<string, (context: RuleContext) => unknown>> = {
  transaction: {
    'transaction.payload': ({ event }) => event,
    'customer.metadata': ({ customer }) => customer.metadata,
  },
  onboarding: { 'onboarding.payload': ({ event }) => event, 'customer.metadata': ({ customer }) => customer.metadata },
};
const FREE_KEY = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_FREE_KEYS = 5;

const FREE_TYPES: Record<string, (value: (context: RuleContext) => unknown) => Field> = {
  number: (value) => ({ type: 'decimal', read: (context) => decimalOf(value(context)) }),
  text: (value) => ({ type: 'text', read: (context) => textOf(value(context)) }),
  country: (value) => ({ type: 'text', read: (context) => textOf(value(context)), vocabulary: COUNTRY }),
  date: (value) => ({ type: 'date', read: (context) => dateOf(value(context)) }),
  boolean: (value) => ({ type: 'boolean', read: (context) => booleanOf(value(context)) }),
  texts: (value) => ({ type: 'texts', read: (context) => textsOf(value(context)) }),
};
export const FREE_TYPE_NAMES = Object.keys(FREE_TYPES);

/** Returns the field of an event type by its name, or the problem as a text. */
export function ruleField(eventType: EventType, path: string, declaredType: string | undefined): Field | string {
  const field = RULE_FIELDS[eventType].get(path);
  if (field) return declaredType === undefined ? field : `the type of ${path} is fixed; leave "type" out`;

  const part = Object.keys(FREE_PARTS[eventType]).find((prefix) => path.startsWith(`${prefix}.`));
  if (part !== undefined) return freeField(eventType, part, path, declaredType);
  const known = [
    ...RULE_FIELDS[eventType].keys(),
    ...Object.keys(FREE_PARTS[eventType]).map((prefix) => `${prefix}.…`),
  ];
  return `a rule for ${eventType} events has no field ${path}${closest(path, known)}`;
}

function freeField(eventType: EventType, part: string, path: string, declaredType: string | undefined): Field | string {
  const keys = path.slice(part.length + 1).split('.');
  if (keys.length > MAX_FREE_KEYS || !keys.every((key) => FREE_KEY.test(key))) {
    return `after ${part}, expected up to ${MAX_FREE_KEYS} keys of letters, digits, _ and -, separated by points`;
  }
  const typed = declaredType !== undefined && Object.hasOwn(FREE_TYPES, declaredType) && FREE_TYPES[declaredType];
  if (!typed) return `${path} is a free-form field; declare its type with "type", one of ${FREE_TYPE_NAMES.join(', ')}`;
  const whole = FREE_PARTS[eventType][part] as (context: RuleContext) => unknown;
  return typed((context) => valueAt({ part: whole(context) }, ['part', ...keys]));
}

const text = (read: (context: RuleContext) => string | null, vocabulary?: Vocabulary): Field => ({
  type: 'text',
  read,
  vocabulary,
});
const date = (read: (context: RuleContext) => number | null): Field => ({ type: 'date', read });
const whole = (read: (context: RuleContext) => number | null): Field => ({ type: 'integer', read });

/** The activity is never null here: compileRule throws for a transaction without its activity. */
const activityOf = (context: RuleContext): Activity => context.activity as Activity;

const TRANSACTION_FIELDS: Record<string, Field> = {
  'transaction.amount': { type: 'decimal', read: (context) => activityOf(context).amount },
  'transaction.original_amount': { type: 'decimal', read: ({ event }) => decimalOf(event.amount) },
  'transaction.currency': text((context) => activityOf(context).currency, CURRENCY),
  'transaction.direction': text((context) => activityOf(context).direction, oneOf(DIRECTIONS)),
  'transaction.method': text((context) => activityOf(context).method, oneOf(METHODS)),
  'transaction.counterparty': text((context) => activityOf(context).counterparty),
  'transaction.counterparty_country': text((context) => activityOf(context).counterparty_country, COUNTRY),
  'transaction.channel': text((context) => activityOf(context).channel),
  'transaction.account_ref': text((context) => activityOf(context).account_ref),
  'transaction.transaction_id': text((context) => activityOf(context).transaction_id),
  'transaction.description': text(({ event }) => textOf(event.description)),
  'transaction.reference': text(({ event }) => textOf(event.reference)),
  'transaction.at': date(({ at }) => at),
};

const ONBOARDING_FIELDS: Record<string, Field> = {
  'onboarding.account_ref': text(({ event }) => textOf(event.account_ref)),
  'onboarding.at': date(({ at }) => at),
};

const customerText = (name: string, vocabulary?: Vocabulary): Field =>
  text(({ customer }) => textOf(customer[name]), vocabulary);
const customerDate = (name: string): Field => date(({ customer }) => dateOf(customer[name]));
const addressText = (name: string, vocabulary?: Vocabulary): Field =>
  text(({ customer }) => textOf(valueAt(customer, ['address', name])), vocabulary);
const customerTexts = (name: string): Field => ({ type: 'texts', read: ({ customer }) => textsOf(customer[name]) });
const customerCount = (name: string): Field =>
  whole(({ customer }) => (Array.isArray(customer[name]) ? customer[name].length : null));

const CUSTOMER_FIELDS: Record<string, Field> = {
  'customer.id': customerText('id'),
  'customer.email': customerText('email'),
  'customer.customer_type': customerText('customer_type', oneOf(CUSTOMER_TYPES)),
  'customer.full_name': customerText('full_name'),
  'customer.business_name': customerText('business_name'),
  'customer.external_id': customerText('external_id'),
  'customer.nationality': customerText('nationality', COUNTRY),
  'customer.phone': customerText('phone'),
  'customer.date_of_birth': customerDate('date_of_birth'),
  'customer.occupation': customerText('occupation'),
  'customer.source_of_funds': customerText('source_of_funds'),
  'customer.source_of_wealth': customerText('source_of_wealth'),
  'customer.income_range': customerText('income_range'),
  'customer.pep_status': customerText('pep_status', oneOf(PEP_STATUSES)),
  'customer.kyc_status': customerText('kyc_status', oneOf(KYC_STATUSES)),
  'customer.kyc_provider': customerText('kyc_provider'),
  'customer.risk_rating': customerText('risk_rating', oneOf(RISK_RATINGS)),
  'customer.onboarding_channel': customerText('onboarding_channel', oneOf(ONBOARDING_CHANNELS)),
  'customer.business_type': customerText('business_type'),
  'customer.industry_type': customerText('industry_type'),
  'customer.registration_no': customerText('registration_no'),
  'customer.tax_id': customerText('tax_id'),
  'customer.address.city': addressText('city'),
  'customer.address.state': addressText('state'),
  'customer.address.country': addressText('country', COUNTRY),
  'customer.address.postal_code': addressText('postal_code'),
  'customer.account_refs': customerTexts('account_refs'),
  'customer.tags': customerTexts('tags'),
  'customer.beneficial_owner_count': customerCount('beneficial_owners'),
  'customer.related_party_count': customerCount('related_parties'),
  'customer.created_at': customerDate('created_at'),
  'customer.updated_at': customerDate('updated_at'),
};

const PROFILE_FIELDS: Record<string, Field> = {
  'profile.customer_since': date(({ profile }) => profile.customer_since),
  'profile.account_age_days': whole(({ at, profile }) => wholeDays(profile.customer_since, at)),
  'profile.last_activity_at': date(({ profile }) => profile.previous_activity_at),
  'profile.transaction_count': whole(({ profile }) => profile.transaction_count),
};

/** The fields with a fixed type, by the event type of the rule. */
export const RULE_FIELDS: Record<EventType, ReadonlyMap<string, Field>> = {
  transaction: new Map(Object.entries({ ...TRANSACTION_FIELDS, ...CUSTOMER_FIELDS, ...PROFILE_FIELDS })),
  onboarding: new Map(Object.entries({ ...ONBOARDING_FIELDS, ...CUSTOMER_FIELDS, ...PROFILE_FIELDS })),
};
