import type { ListEntry, ListName } from '../list-entry';
import type { ScreeningSubject } from '../screening-subject';

let next = 0;

/** An entry of a list with these names, the first one the primary name. */
export function entry(names: (string | ListName)[], more: Partial<ListEntry> = {}): ListEntry {
  return {
    list: 'test',
    id: String(++next),
    schema: 'Person',
    topics: ['sanction'],
    names: names.map((name, i) => (typeof name === 'string' ? { name, quality: i === 0 ? 'primary' : 'alias' } : name)),
    birth_dates: [],
    countries: [],
    identifiers: [],
    programs: [],
    ...more,
  };
}

export const person = (...names: string[]): ScreeningSubject => ({ schema: 'Person', names });
export const vessel = (...names: string[]): ScreeningSubject => ({ schema: 'Vessel', names });
export const text = (...texts: string[]): ScreeningSubject => ({ schema: 'Text', names: texts });
export const company = (...names: string[]): ScreeningSubject => ({ schema: 'Company', names });
