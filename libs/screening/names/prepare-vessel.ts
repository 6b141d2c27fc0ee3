import { withoutImoNumbers } from '../imo-number';
import { prepareCompany } from './prepare-company';
import type { PreparedName } from './prepared-name';

/** The kind of a ship before its name, as an abbreviation: motor vessel, motor tanker, steamship, fishing vessel. */
const ABBREVIATION =
  /^(?:m[./\s]?[vtsy]|s[./]?s|s[./][vy]|f[./\s]?v|r[./]v|t[./]t|l[np]g(?:\/c)?|vlcc|ulcc)(?:[\s.:-]+(?=[\p{L}'"“])|\.?\s+(?=\S))/iu;
const KINDS = [
  '(?:motor|steam|sailing|fishing|cargo)[ -]?(?:vessel|ship|tanker|yacht)',
  '(?:(?:crude|oil|chemical|product|products|gas|lng|lpg|bitumen|motor)[ -]+)*tanker',
  '(?:bulk|gas|lng|lpg|ore|car|container)[ -]+carrier',
  'container[ -]?ship|steamer|vessel',
];
/** The same in words. A name must follow that is more than a number or a letter. */
const KIND = new RegExp(String.raw`^(?:${KINDS.join('|')})[\s.:-]+(?=.*\p{L}{2})`, 'iu');

/**
 * Splits the name of a vessel into words with their roles, like the name of a company, but without `M/V` or `Motor Tanker`
 * before it, and without its IMO number.
 */
export const prepareVessel = (original: string): PreparedName => ({
  ...prepareCompany(withoutKind(plainly(original))),
  original,
});

/** The name in usual characters, without IMO numbers unless it has nothing else. */
function plainly(name: string): string {
  const usual = name.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const rest = withoutImoNumbers(usual);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : usual;
}

/** Two kinds can be before a name: `VLCC M/T Ocean Pearl`. */
function withoutKind(name: string): string {
  const once = withoutFirstKind(name.trimStart());
  return withoutFirstKind(once);
}

const withoutFirstKind = (name: string): string => {
  const rest = name.replace(ABBREVIATION, '');
  return rest === name ? name.replace(KIND, '') : rest;
};
