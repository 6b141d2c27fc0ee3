import { MAX_THINGS } from '@probity/contracts/customers/limits';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { isObject } from '@probity/platform/is-object';
import { MAX_TEXT } from '@probity/screening/blocking/text-index';
import { isCryptoAddress } from '@probity/screening/crypto-address';
import { namesOfCustomer, type RelatedSubject } from './subjects';

/** The counterparty of a transaction. */
export interface Counterparty {
  name: string;
  account?: string;
  country?: string;
  date_of_birth?: string;
  type?: 'individual' | 'corporate';
}

/** The parts of a transaction that are compared with lists. */
export interface ScreenedTransaction {
  counterparty?: Partial<Counterparty>;
  /** here and in `aircraft`, events from before these fields were known may have anything */
  vessels?: unknown;
  aircraft?: unknown;
  description?: string;
  reference?: string;
}

const SCREENED: (keyof ScreenedTransaction)[] = ['counterparty', 'vessels', 'aircraft', 'description', 'reference'];
/** A shorter text has no name that is searched. */
const FEWEST_LETTERS = 8;
/** The characters of a name or an identifier that are compared. */
const MAX_WORD = 255;

/** Whether the payload of a transaction has a part that may be compared with lists. */
export const mayNeedLists = (payload: object): boolean => SCREENED.some((part) => part in payload);

/**
 * What is screened of a transaction: its counterparty, its vessels and aircraft, and the names in its texts. Names of the
 * customer itself are not searched in the texts: the customer is screened with all that is known of it.
 */
export function subjectsOfTransaction(
  { counterparty, vessels, aircraft, description, reference }: ScreenedTransaction,
  profile: CustomerProfile,
): RelatedSubject[] {
  return [
    ...subjectsOfCounterparty(counterparty ?? {}),
    ...objectsIn(vessels).flatMap(subjectOfVessel),
    ...objectsIn(aircraft).flatMap(subjectOfAircraft),
    ...subjectsOfText('description', description, profile),
    ...subjectsOfText('reference', reference, profile),
  ];
}

/**
 * The account is compared, too, because lists contain accounts such as addresses of crypto-assets. Such an address is
 * screened also without a name.
 */
function subjectsOfCounterparty({
  name,
  account,
  country,
  date_of_birth,
  type,
}: Partial<Counterparty>): RelatedSubject[] {
  const known = {
    role: 'counterparty' as const,
    ...(country === undefined ? {} : { countries: [country] }),
    ...(account === undefined ? {} : { identifiers: [{ type: 'account', value: account }] }),
  };
  if (!name) return account && isCryptoAddress(account) ? [{ ...known, schema: 'Wallet', names: [account] }] : [];
  const isPerson = type === 'individual' || (type === undefined && date_of_birth !== undefined);
  return [
    {
      ...known,
      schema: isPerson ? 'Person' : type === 'corporate' ? 'Company' : 'Unknown',
      names: [name],
      ...(isPerson && date_of_birth !== undefined ? { birth_date: date_of_birth } : {}),
    },
  ];
}

function subjectOfVessel({ name, imo, mmsi, call_sign, flag }: Record<string, unknown>): RelatedSubject[] {
  const identifiers = identifiersOf({ 'imo number': imo, mmsi, 'call sign': call_sign });
  const country = textOf(flag);
  return thing('vessel', 'Vessel', textOf(name), identifiers, country === undefined ? {} : { countries: [country] });
}

function subjectOfAircraft({ tail_number, serial_number }: Record<string, unknown>): RelatedSubject[] {
  const identifiers = identifiersOf({ 'aircraft tail number': tail_number, 'aircraft serial number': serial_number });
  return thing('aircraft', 'Aircraft', undefined, identifiers);
}

/** Without a name, it is called by its first identifier. */
function thing(
  part: 'vessel' | 'aircraft',
  schema: 'Vessel' | 'Aircraft',
  name: string | undefined,
  identifiers: NonNullable<RelatedSubject['identifiers']>,
  more: Pick<RelatedSubject, 'countries'> = {},
): RelatedSubject[] {
  const called = name ?? identifiers[0]?.value;
  if (called === undefined) return [];
  const known = identifiers.length === 0 ? {} : { identifiers };
  return [{ role: 'counterparty', part, schema, names: [called], ...more, ...known }];
}

const identifiersOf = (given: Record<string, unknown>) =>
  Object.entries(given).flatMap(([type, text]) => {
    const value = textOf(text);
    return value === undefined ? [] : [{ type, value }];
  });

function subjectsOfText(
  part: 'description' | 'reference',
  given: string | undefined,
  profile: CustomerProfile,
): RelatedSubject[] {
  const text = textOf(given, MAX_TEXT);
  if (text === undefined || !mayHaveName(text)) return [];
  const except = namesOfCustomer(profile);
  return [{ role: 'counterparty', part, schema: 'Text', names: [text], ...(except.length > 0 && { except }) }];
}

const mayHaveName = (text: string): boolean => (text.match(/\p{L}/gu) ?? []).length >= FEWEST_LETTERS;

/** Events from before these fields were known may have anything in them. */
const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, MAX_THINGS).filter(isObject) : [];

const textOf = (value: unknown, most = MAX_WORD): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, most).toWellFormed() : undefined;
