import { addressKey, isCryptoAddress } from './crypto-address';
import { imoNumber } from './imo-number';
import type { Identifier, ListEntry } from './list-entry';
import type { ScreeningSubject } from './screening-subject';

type SubjectIdentifier = NonNullable<ScreeningSubject['identifiers']>[number];

/**
 * How two identifiers agree:
 *
 * - `same`: the same number, and the same kind, or the subject's kind is unknown
 * - `same number, another kind`: the kind or the country differs; this can be chance or a mistake in the list
 * - `different`: two different numbers of the same kind and country
 * - `different IMO number`: two valid IMO numbers, which a vessel keeps under each name and flag
 */
export type IdentifierAgreement = 'same' | 'same number, another kind' | 'different' | 'different IMO number';

const SHORTEST = 5;
/** Of a call sign, a tail number or a serial number, which have few digits, or none. */
const SHORTEST_MARK = 4;
/** Of a name of a listed aircraft that can be its tail number. */
const LONGEST_TAIL_NUMBER = 8;

const IMO_NUMBER = 'imo number';
const ADDRESS = 'crypto address';
const TAIL_NUMBER = 'tail number';
const ACCOUNT = 'account';
/** Kinds that are compared only with their own kind. */
const MARKS: ReadonlySet<string> = new Set(['call sign', TAIL_NUMBER, 'aircraft serial number']);

/** Returns the form of an identifier that is compared: in upper case, without spaces and punctuation. */
const identifierKey = (value: string): string =>
  value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^IMO(?=\d{7}$)/, '');

/** True if the key is long enough, and has enough digits, that two holders are unlikely to share it by chance. */
const isTelling = (key: string): boolean => key.length >= SHORTEST && /\d.*\d.*\d/.test(key);

/**
 * The keys of an identifier: two identifiers with a key in common have the same number. None for a number that tells
 * nothing, such as a short one, or an IMO number with a wrong check digit.
 */
export function keysOfIdentifier({ type, value }: SubjectIdentifier): string[] {
  const kind = type === undefined ? undefined : kindOf(type);
  if (kind === ADDRESS || ((kind === undefined || kind === ACCOUNT) && isCryptoAddress(value))) {
    return [`${ADDRESS} ${addressKey(value)}`];
  }
  const key = identifierKey(value);
  if (kind !== undefined && MARKS.has(kind)) return key.length >= SHORTEST_MARK ? [`${kind} ${key}`] : [];
  if (kind === IMO_NUMBER) return imoNumber(key) === undefined ? [] : [key];
  return isTelling(key) ? [key] : [];
}

/** The identifiers of an entry. The lists give the tail number of an aircraft as its name. */
export function identifiersOf({ schema, identifiers, names }: ListEntry): readonly Identifier[] {
  if (schema !== 'Aircraft') return identifiers;
  const named = names.filter(({ name }) => identifierKey(name).length <= LONGEST_TAIL_NUMBER);
  return [...identifiers, ...named.map(({ name }) => ({ type: TAIL_NUMBER, value: name }))];
}

/** Returns the best agreement between any two identifiers. Undefined when there is nothing to compare. */
export function compareIdentifiers(
  ours: readonly SubjectIdentifier[],
  theirs: readonly Identifier[],
): IdentifierAgreement | undefined {
  let best: IdentifierAgreement | undefined;
  for (const a of ours) {
    const keys = keysOfIdentifier(a);
    for (const b of theirs) {
      const sameKind = areOfOneKind(a.type, b.type);
      const otherCountry = a.country !== undefined && b.country !== undefined && a.country !== b.country;
      if (keysOfIdentifier(b).some((key) => keys.includes(key))) {
        if (sameKind && !otherCountry) return 'same';
        best = 'same number, another kind';
      } else if (a.type !== undefined && sameKind) best ??= differenceOf(a, b);
    }
  }
  return best;
}

function differenceOf(a: SubjectIdentifier, b: Identifier): IdentifierAgreement | undefined {
  if (kindOf(b.type) === IMO_NUMBER) {
    return imoNumber(a.value) !== undefined && imoNumber(b.value) !== undefined ? 'different IMO number' : undefined;
  }
  return a.country !== undefined && a.country === b.country ? 'different' : undefined;
}

/** An account of the subject can be an address. */
function areOfOneKind(ours: string | undefined, theirs: string): boolean {
  if (ours === undefined) return true;
  const [a, b] = [kindOf(ours), kindOf(theirs)];
  return a === b || (a === ACCOUNT && b === ADDRESS) || (a === ADDRESS && b === ACCOUNT);
}

/** Returns one name for each kind, because the lists use different words for the same kind. */
function kindOf(type: string): string {
  const words = type.toLowerCase();
  if (/\bimo\b/.test(words) && !/company/.test(words)) return IMO_NUMBER;
  if (/digital currency|crypto|wallet/.test(words)) return ADDRESS;
  if (/call ?sign/.test(words)) return 'call sign';
  if (/tail number|aircraft registration/.test(words)) return TAIL_NUMBER;
  if (/aircraft.*(?:serial|construction)|\bmsn\b/.test(words)) return 'aircraft serial number';
  if (/passport/.test(words)) return 'passport';
  if (/\btax|\binn\b|\btin\b|vat|fiscal|rfc|\bnit\b|cuit|\brut\b/.test(words)) return 'tax';
  if (/regist|commerc|company|ogrn|\blei\b|enterprise/.test(words)) return 'registration';
  if (/national|identi|\bid\b|cedula|\bssn\b|social|personal|curp|citizen/.test(words)) return 'national id';
  return words.trim();
}
