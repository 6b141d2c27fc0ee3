import { invalid } from '@probity/platform/errors';
import { checkEntry, type PostedEntry } from '@probity/watchlists/check-entry';

/** Larger lists need an import. */
export const MAX_ENTRIES = 500;
const MAX_MESSAGES = 20;

export interface ReadEntries {
  entries: PostedEntry[];
  /** whether the body was a list; if so, the response is a list, too */
  many: boolean;
}

/**
 * Reads the body posted to the tenant's list: an entry, a list of entries, or `{entries}`. A null member counts as
 * absent.
 *
 * @throws Refusal `invalid_entry`, naming each invalid field with its path
 */
export function readEntries(body: unknown): ReadEntries {
  if (Array.isArray(body)) return { entries: checked(body, ''), many: true };
  if (!isObject(body)) throw invalid('invalid_entry', 'the request body must be an entry or a list of entries');
  if (!('entries' in body)) return { entries: checkedOne(body), many: false };

  const { entries, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw invalid('invalid_entry', `${unknown.slice(0, 60).toWellFormed()} is not a known field beside entries`);
  }
  if (!Array.isArray(entries)) throw invalid('invalid_entry', 'entries must be a list');
  return { entries: checked(entries, 'entries'), many: true };
}

function checkedOne(given: object): PostedEntry[] {
  const { entry, problems } = checkEntry(withoutNulls(given));
  if (!entry) throw invalid('invalid_entry', problems.join('; '));
  return [entry];
}

function checked(given: unknown[], path: string): PostedEntry[] {
  if (given.length === 0 || given.length > MAX_ENTRIES) {
    throw invalid(
      'invalid_entry',
      `a list of entries must have 1 to ${MAX_ENTRIES} entries; this one has ${given.length}`,
    );
  }
  const problems: string[] = [];
  const entries = given.flatMap((item, index) => {
    const { entry, problems: ofEntry } = checkEntry(withoutNulls(item));
    const here = `${path}[${index}]`;
    problems.push(...ofEntry.map((problem) => (isObject(item) ? `${here}.${problem}` : `${here}: ${problem}`)));
    return entry ?? [];
  });
  if (problems.length > 0) throw invalid('invalid_entry', sentence(problems));
  return entries;
}

const sentence = (problems: string[]): string =>
  problems.slice(0, MAX_MESSAGES).join('; ') +
  (problems.length > MAX_MESSAGES ? `; and ${problems.length - MAX_MESSAGES} more` : '');

const withoutNulls = (given: unknown): unknown =>
  isObject(given) ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) : given;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
