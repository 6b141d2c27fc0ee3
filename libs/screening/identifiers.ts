import type { Identifier } from './list-entry';
import type { ScreeningSubject } from './screening-subject';

type SubjectIdentifier = NonNullable<ScreeningSubject['identifiers']>[number];

/**
 * How two identifiers agree:
 *
 * - `same`: the same number, and the same kind, or the subject's kind is unknown
 * - `same number, another kind`: the kind or the country differs; this can be chance or a mistake in the list
 * - `different`: two different numbers of the same kind and country
 */
export type IdentifierAgreement = 'same' | 'same number, another kind' | 'different';

const SHORTEST = 5;

/** Returns the form of an identifier that is compared: in upper case, without spaces and punctuation. */
export const identifierKey = (value: string): string =>
  value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** True if the key is long enough, and has enough digits, that two holders are unlikely to share it by chance. */
export const isTelling = (key: string): boolean => key.length >= SHORTEST && /\d.*\d.*\d/.test(key);

/** Returns the best agreement between any two identifiers. Undefined when there is nothing to compare. */
export function compareIdentifiers(
  ours: readonly SubjectIdentifier[],
  theirs: readonly Identifier[],
): IdentifierAgreement | undefined {
  let best: IdentifierAgreement | undefined;
  for (const a of ours) {
    const key = identifierKey(a.value);
    for (const b of theirs) {
      const sameKind = a.type === undefined || kindOf(a.type) === kindOf(b.type);
      const otherCountry = a.country !== undefined && b.country !== undefined && a.country !== b.country;
      if (key === identifierKey(b.value) && isTelling(key)) {
        if (sameKind && !otherCountry) return 'same';
        best = 'same number, another kind';
      } else if (a.type !== undefined && sameKind && a.country !== undefined && a.country === b.country)
        best ??= 'different';
    }
  }
  return best;
}

/** Returns one name for each kind, because the lists use different words for the same kind. */
function kindOf(type: string): string {
  const words = type.toLowerCase();
  if (/passport/.test(words)) return 'passport';
  if (/\btax|\binn\b|\btin\b|vat|fiscal|rfc|\bnit\b|cuit|\brut\b/.test(words)) return 'tax';
  if (/regist|commerc|company|ogrn|\blei\b|enterprise/.test(words)) return 'registration';
  if (/national|identi|\bid\b|cedula|\bssn\b|social|personal|curp|citizen/.test(words)) return 'national id';
  return words.trim();
}
