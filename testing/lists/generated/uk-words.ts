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

export const UK_KINDS: Partial<Record<Kind, string>> = { person: 'Individual', company: 'Entity', vessel: 'Ship' };

/** The list has days, months or years, with `dd` and `mm` for what is unknown. It has no ranges. */
export function ukDate({ kind, year, month, day }: Birth): string {
  if (kind === 'day') return `${two(day)}/${two(month)}/${year}`;
  return kind === 'month' ? `dd/${two(month)}/${year}` : `dd/mm/${year}`;
}

export const regime = (program: string): string => `The ${program} (Sanctions) (EU Exit) Regulations 2020`;
