import type { ListEntry } from '@probity/screening/list-entry';
import { isObject } from '@probity/platform/is-object';
import { outline } from '../output/outline';
import { report } from '../output/report';
import { facts } from '../output/table';

/** The evidence that screening stores with its alert. */
export interface ScreeningEvidence {
  subject: Record<string, unknown>;
  entry: ListEntry;
  list_version: number;
  threshold: number;
  /** absent: the alert was raised before versions were recorded */
  scorer_version?: number;
  features: Record<string, unknown>;
}

/** Recognises the known form. Evidence of another form, for example of a later version, is shown by `outline`. */
export function isScreeningEvidence(evidence: object): evidence is ScreeningEvidence {
  const { subject, entry, features } = evidence as Partial<Record<string, unknown>>;
  return isObject(subject) && isObject(features) && isObject(entry) && Array.isArray(entry.names);
}

/** The compared subject and entry, and the features of the score. */
export function screeningEvidenceText(evidence: ScreeningEvidence): string {
  const { subject, entry, list_version, threshold, scorer_version, features } = evidence;
  const names = entry.names.map(({ name, quality }): [string, string] => [quality, name]);
  const about = Object.entries({
    schema: entry.schema,
    born: entry.birth_dates.join(', '),
    gender: entry.gender ?? '',
    countries: entry.countries.join(', '),
    programmes: entry.programs.join(', '),
    identifiers: entry.identifiers
      .map(({ type, value, country }) => [type, value, country].filter(Boolean).join(' '))
      .join(', '),
    remarks: entry.remarks ?? '',
  }).filter(([, text]) => text !== '');
  return report(
    facts([
      ['threshold', threshold],
      ['scorer', scorer_version === undefined ? 'version not recorded' : `version ${scorer_version}`],
      ['list', `${entry.list}, version ${list_version}`],
    ]),
    `Compared subject:\n${outline(subject)}`,
    `Entry ${entry.id}:\n${facts([...names, ...about])}`,
    `Features of the score:\n${outline(features)}`,
  );
}
