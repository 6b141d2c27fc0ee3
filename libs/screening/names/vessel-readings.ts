const FORMER = /[\s([,;]+(?:ex|formerly(?: known as)?|f\.?k\.?a\.?)(?:[\s.:-]+)(?=[^\s.:-])/iu;
/** The number of a voyage after the name: `V.12`, `VOY 012W`. */
const VOYAGE = /[\s,;(]+(?:v|voy|voyage)[\s.:#-]{0,3}(?:no[\s.:]{0,2})?\d{1,5}[a-z]?[\s)]{0,3}$/iu;
const MOST_NAMES = 4;

/**
 * More ways to read the name of a vessel: each of its present and former names (`OCEAN PEARL ex SEA STAR`), and, unless it is
 * of a list, the name without the number of a voyage.
 */
export function readingsOfVessel(name: string, { ofList = false } = {}): string[] {
  const names = name.split(FORMER).slice(0, MOST_NAMES).map(trimmed);
  const readings = names.length > 1 ? names : [];
  return ofList ? readings : [...readings, ...[name, ...readings].map(withoutVoyage)].filter((one) => one !== name);
}

const trimmed = (part: string): string => part.replace(/^[\s([,;]+/, '').replace(/[\s)\],;]{1,20}$/, '');

const withoutVoyage = (name: string): string => name.replace(VOYAGE, '');
