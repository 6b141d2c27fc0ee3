import { canonicalHash } from '@probity/platform/canonical-json';
import { invalid } from '@probity/platform/errors';

/**
 * @param what the name of the thing in the message, such as `alert`
 * @param state of the thing, as far as a reviewer compares it; JSON
 * @param reviewed the hash of the state that two people saw; undefined: one person decides alone
 * @throws Refusal `proposal_outdated` when the state is another one
 */
export function refuseUnlessReviewed(what: string, state: unknown, reviewed: string | undefined): void {
  if (reviewed === undefined || canonicalHash(state) === reviewed) return;
  throw invalid(
    'proposal_outdated',
    `the ${what} has changed since the proposal. No changes were made; propose it again.`,
  );
}
