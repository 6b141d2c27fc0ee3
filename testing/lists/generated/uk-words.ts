import { countryName, two } from './markup';
import type { Birth, Kind } from './parties';

/** The spellings of the United Kingdom's lists where they are not those of English. */
const SPELLINGS: Record<string, string> = {
  CD: 'Congo (Democratic Republic)',
  CI: 'Ivory Coast',
  KP: 'North Korea',
  KR: 'South Korea',
  MM: 'Myanmar',
  PS: 'Occupied Palestinian Territories',
  TR: 'Turkey',
  BA: 'Bosnia and Herzegovina',
};
export const ukCountry = (code: string): string => countryName(code, SPELLINGS);

/** Every twentieth entry has a nationality that no country has. */
export const nationalities = (codes: string[], n: number): string[] =>
  n % 20 === 0 ? [...codes.map(ukCountry), 'Yugoslavia'] : codes.map(ukCountry);

export const UK_KINDS: Partial<Record<Kind, string>> = { person: 'Individual', company: 'Entity', vessel: 'Ship' };

/** The list has days, months or years, with `dd` and `mm` for what is unknown. It has no ranges. */
export function ukDate({ kind, year, month, day }: Birth): string {
  // the list has dates whose year is not known in full
  if (year === 1951) return '15/08/19yy';
  if (kind === 'day') return `${two(day)}/${two(month)}/${year}`;
  return kind === 'month' ? `dd/${two(month)}/${year}` : `dd/mm/${year}`;
}

export const regime = (program: string): string => `The ${program} (Sanctions) (EU Exit) Regulations 2020`;
