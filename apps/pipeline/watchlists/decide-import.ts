import { invalid } from '@probity/platform/errors';

/** How an imported version of a list differs from the one that counts. */
export interface ListDelta {
  /** entries that the list has now */
  before: number;
  /** entries that it would have */
  after: number;
  added: number;
  changed: number;
  removed: number;
}

/** A version that lacks more than this share of the entries is more likely cut off than meant so. */
const MAX_REMOVED_SHARE = 0.1;

/**
 * Whether the imported version becomes the one that counts, or changes nothing.
 *
 * @throws Refusal `too_many_removed`
 */
export function decideImport(list: string, delta: ListDelta, allowRemoval: boolean): 'new version' | 'unchanged' {
  if (!allowRemoval && delta.removed > delta.before * MAX_REMOVED_SHARE) {
    throw invalid(
      'too_many_removed',
      `the import has ${delta.after} entries and lacks ${delta.removed} of the ${delta.before} entries of ${list}, ` +
        'more than a tenth; nothing was changed. If that is meant, import it with allow_removal (--allow-removal)',
    );
  }
  return delta.added + delta.changed + delta.removed > 0 ? 'new version' : 'unchanged';
}
