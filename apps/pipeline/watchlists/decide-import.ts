import { invalid } from '@probity/platform/errors';

/** The difference between an imported version of a list and its current one. */
export interface ListDelta {
  /** number of current entries of the list */
  before: number;
  /** number of entries after the import */
  after: number;
  added: number;
  changed: number;
  removed: number;
}

/** A version that lacks more than this share of the entries is probably incomplete. */
const MAX_REMOVED_SHARE = 0.1;

/**
 * Whether the imported version becomes the current one, or changes nothing.
 *
 * @throws Refusal `too_many_removed`
 */
export function decideImport(list: string, delta: ListDelta, allowRemoval: boolean): 'new version' | 'unchanged' {
  if (!allowRemoval && delta.removed > delta.before * MAX_REMOVED_SHARE) {
    throw invalid(
      'too_many_removed',
      `the import has ${delta.after} entries and lacks ${delta.removed} of the ${delta.before} entries of ${list}, ` +
        'more than a tenth. No changes were made. To remove them, import with allow_removal (--allow-removal)',
    );
  }
  return delta.added + delta.changed + delta.removed > 0 ? 'new version' : 'unchanged';
}
