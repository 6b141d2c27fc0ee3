import { invalid, type Refusal } from '@probity/platform/errors';

/** The difference between an imported version of a list and its current one. */
export interface ListDelta {
  /** number of current entries of the list */
  before: number;
  /** number of entries after the import */
  after: number;
  added: number;
  changed: number;
  removed: number;
  /** numbers of names and identifiers of all entries together */
  names_before: number;
  names_after: number;
  identifiers_before: number;
  identifiers_after: number;
}

/** A version that lacks more than this share of the entries, names or identifiers is probably incomplete. */
const MAX_REMOVED_SHARE = 0.1;

/**
 * Whether the imported version becomes the current one, or changes nothing. Names and identifiers count, too: some lists
 * have them in files of their own, and a file that is empty or cut off removes no entry.
 *
 * @throws Refusal `too_many_removed`
 */
export function decideImport(list: string, delta: ListDelta, allowRemoval: boolean): 'new version' | 'unchanged' {
  if (!allowRemoval) refuseRemoval(list, delta);
  return delta.added + delta.changed + delta.removed > 0 ? 'new version' : 'unchanged';
}

function refuseRemoval(list: string, delta: ListDelta): void {
  if (isTooMany(delta.removed, delta.before)) {
    throw tooManyRemoved(
      `the import has ${delta.after} entries and lacks ${delta.removed} of the ${delta.before} entries of ${list}`,
    );
  }
  const counts = [
    ['names', delta.names_before, delta.names_after],
    ['identifiers', delta.identifiers_before, delta.identifiers_after],
  ] as const;
  for (const [what, before, after] of counts) {
    if (!isTooMany(before - after, before)) continue;
    throw tooManyRemoved(`the import lowers the number of ${what} of ${list} from ${before} to ${after}`);
  }
}

const isTooMany = (removed: number, before: number): boolean => removed > before * MAX_REMOVED_SHARE;

const tooManyRemoved = (what: string): Refusal =>
  invalid(
    'too_many_removed',
    `${what}, more than a tenth. No changes were made. To remove them, import with allow_removal (--allow-removal)`,
  );
