import { Refusal } from '@probity/platform/errors';

/** So many changes of others between a comparison and its change are no coincidence. */
const MAX_TRIES = 10;

/**
 * Compares a change of a rule again while another change comes between the comparison and the change. A caller who named
 * the version gets the conflict.
 *
 * @param expected the version that the caller named
 * @param change compares with the latest version, and changes only that one
 * @throws Refusal `version_conflict` to a caller who named a version, or when others change the rule again and again
 */
export async function compareAgain<T>(expected: number | undefined, change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      const isConflict = error instanceof Refusal && error.code === 'version_conflict';
      if (expected !== undefined || !isConflict || tries === MAX_TRIES) throw error;
    }
  }
}
