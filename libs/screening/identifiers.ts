import { addressKey, isCryptoAddress } from './crypto-address';
import { imoNumber, imoNumbersIn } from './imo-number';
import type { Identifier, ListEntry } from './list-entry';
import { CALL_SIGN, formsOfMark, isLongSerialNumber, isMark, SERIAL_NUMBER, TAIL_NUMBER } from './marks';
import type { ScreeningSubject } from './screening-subject';

type SubjectIdentifier = NonNullable<ScreeningSubject['identifiers']>[number];

/**
 * How two identifiers agree:
 *
 * - `same`: the same number, and the same kind, or the subject's kind is unknown
 * - `same serial number`: of aircraft; each manufacturer counts anew, so that it can be another aircraft
 * - `same number, another kind`: the kind or the country differs; this can be chance or a mistake in the list
 * - `same short serial number`: of fewer than four characters, which many aircraft have
 * - `different`: two different numbers of the same kind and country
 * - `different IMO number`: two valid IMO numbers, which a vessel keeps under each name and flag
 */
export type IdentifierAgreement = keyof typeof STRENGTHS;

/** Of several agreements, the strongest counts. */
const STRENGTHS = {
  same: 5,
  'same serial number': 4,
  'same number, another kind': 3,
  'same short serial number': 2,
  different: 1,
  'different IMO number': 1,
};

const SHORTEST = 5;
/** Of a name of a listed aircraft that can be its tail number. */
const LONGEST_TAIL_NUMBER = 8;

const IMO_NUMBER = 'imo number';
/** OFAC calls the number of a company that owns ships an IMO number, too. Its last digit is no check digit. */
const SHIPOWNER_NUMBER = 'number of a shipowner';
const ADDRESS = 'crypto address';
const ACCOUNT = 'account';

/** Returns the form of an identifier that is compared: in upper case, without spaces and punctuation. */
const identifierKey = (value: string): string =>
  value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^IMO(?:NO|NUMBER)?(?=\d{7}$)|^MMSI(?:NO|NUMBER)?(?=\d{9}$)/, '');

/** True if the key is long enough, and has enough digits, that two holders are unlikely to share it by chance. */
const isTelling = (key: string): boolean => key.length >= SHORTEST && /\d.*\d.*\d/.test(key);

/**
 * The keys of an identifier: two identifiers with a key in common have the same number. None for a number that tells
 * nothing, such as a short one, or an IMO number with a wrong check digit. What has the form of an address of crypto-assets
 * is compared as one, too, whatever its type.
 */
export function keysOfIdentifier({ type, value }: SubjectIdentifier): string[] {
  const kind = type === undefined ? undefined : kindOf(type);
  if (kind === ADDRESS) return [addressKeyOf(value)];
  if (isMark(kind)) return formsOfMark(kind, value).map((form) => `${kind} ${form}`);
  const key = identifierKey(value);
  if (kind === IMO_NUMBER) return imoNumber(key) === undefined ? [] : [key];
  return [...(isCryptoAddress(value) ? [addressKeyOf(value)] : []), ...(isTelling(key) ? [key] : [])];
}

const addressKeyOf = (value: string): string => `${ADDRESS} ${addressKey(value)}`;

const isAddressKey = (key: string): boolean => key.startsWith(`${ADDRESS} `);

/** The identifiers of an entry, including identifiers that the list gives as a name. */
export function identifiersOf({ schema, identifiers, names }: ListEntry): readonly Identifier[] {
  const known = schema === 'Vessel' ? identifiers : identifiers.map(asOfNoVessel);
  const texts = names.map(({ name }) => name);
  if (schema !== 'Aircraft') return [...known, ...identifiersInNames(schema, texts)];
  const tailNumbers = texts.filter((name) => identifierKey(name).length <= LONGEST_TAIL_NUMBER);
  return [...known, ...tailNumbers.map((value) => ({ type: TAIL_NUMBER, value }))];
}

/** The subject with its identifiers in the same form, including identifiers in its names. */
export function withIdentifiersRead(subject: ScreeningSubject): ScreeningSubject {
  const { schema, names, identifiers = [] } = subject;
  const found = identifiersInNames(schema, names);
  if (identifiers.length + found.length === 0) return subject;
  return {
    ...subject,
    identifiers: [...(schema === 'Vessel' ? identifiers : identifiers.map(asOfNoVessel)), ...found],
  };
}

const asOfNoVessel = <T extends SubjectIdentifier>(identifier: T): T =>
  identifier.type !== undefined && kindOf(identifier.type) === IMO_NUMBER && imoNumber(identifier.value) === undefined
    ? { ...identifier, type: SHIPOWNER_NUMBER }
    : identifier;

/** The name of a wallet is its address. The name of a vessel can have its IMO number: `OCEAN PEARL IMO 9187629`. */
function identifiersInNames(schema: ScreeningSubject['schema'] | ListEntry['schema'], names: readonly string[]) {
  if (schema === 'Wallet') return names.filter(isCryptoAddress).map((value) => ({ type: ADDRESS, value }));
  if (schema === 'Vessel') return names.flatMap(imoNumbersIn).map((value) => ({ type: IMO_NUMBER, value }));
  return [];
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
      const found = agreementOf(a, keys, b);
      if (found === 'same') return found;
      if (found !== undefined && (best === undefined || STRENGTHS[found] > STRENGTHS[best])) best = found;
    }
  }
  return best;
}

function agreementOf(a: SubjectIdentifier, keys: readonly string[], b: Identifier): IdentifierAgreement | undefined {
  const theirKeys = keysOfIdentifier(b);
  const shared = theirKeys.filter((key) => keys.includes(key));
  const sameKind = areOfOneKind(a.type, b.type);
  if (shared.length === 0) return a.type !== undefined && sameKind ? differenceOf(a, b) : undefined;
  if (shared.some(isAddressKey)) return 'same';
  // Two addresses that differ only in their case are two addresses. A number can look like an address by chance.
  const addresses = [keys, theirKeys].filter((those) => those.some(isAddressKey)).length;
  if (addresses > 0) return addresses === 1 ? 'same number, another kind' : undefined;
  const [serialNumber] = shared.filter((key) => key.startsWith(`${SERIAL_NUMBER} `));
  if (serialNumber !== undefined) {
    const form = serialNumber.slice(SERIAL_NUMBER.length + 1);
    return isLongSerialNumber(form) ? 'same serial number' : 'same short serial number';
  }
  const otherCountry = a.country !== undefined && b.country !== undefined && a.country !== b.country;
  return sameKind && !otherCountry ? 'same' : 'same number, another kind';
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
  if (/call ?sign/.test(words)) return CALL_SIGN;
  if (/tail number|aircraft registration/.test(words)) return TAIL_NUMBER;
  if (/aircraft.*(?:serial|construction)|\bmsn\b/.test(words)) return SERIAL_NUMBER;
  if (/\bmmsi\b|maritime mobile/.test(words)) return 'mmsi';
  if (/passport/.test(words)) return 'passport';
  if (/\btax|\binn\b|\btin\b|vat|fiscal|rfc|\bnit\b|cuit|\brut\b/.test(words)) return 'tax';
  if (/regist|commerc|company|ogrn|\blei\b|enterprise/.test(words)) return 'registration';
  if (/national|identi|\bid\b|cedula|\bssn\b|social|personal|curp|citizen/.test(words)) return 'national id';
  return words.trim();
}
