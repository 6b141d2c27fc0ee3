import type { CustomerErasure, RetentionProgress } from '@probity/contracts/erasure/views';
import { Refusal } from '@probity/platform/errors';
import { type ErasurePlace, FIRST_PLACE } from '@probity/read-side/customers/erasure-queries';
import { dayOf } from '@probity/read-side/customers/retention';

export const RETENTION_PAGE = 100;
const MAX_SHOWN = 100;

/**
 * Erases the restricted customers of a tenant whose retention is over, one after the other. A customer that cannot be
 * erased is reported and skipped. An interrupted run can be repeated: it erases what is left.
 *
 * @param page reads the next restricted customers after a place
 * @param erase erases one customer, or only checks whether it can be erased
 */
export async function* runRetention(
  dry_run: boolean,
  now: Date,
  page: (after: ErasurePlace) => Promise<CustomerErasure[]>,
  erase: (customerId: string) => Promise<unknown>,
): AsyncGenerator<RetentionProgress> {
  const first: Pick<RetentionProgress, 'first_erased' | 'first_kept'> = { first_erased: [], first_kept: [] };
  const progress = { done: false, dry_run, looked_at: 0, retained: 0, erased: 0, kept: 0, ...first };

  const one = async ({ customer_id, status, retained_until }: CustomerErasure): Promise<void> => {
    progress.looked_at++;
    if (retained_until !== null && dayOf(now) <= retained_until) {
      progress.retained++;
      return;
    }
    try {
      await erase(customer_id);
      if (status === 'erased') return;
      progress.erased++;
      if (first.first_erased.length < MAX_SHOWN) first.first_erased.push(customer_id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      progress.kept++;
      if (first.first_kept.length < MAX_SHOWN) first.first_kept.push({ customer_id, message: error.message });
    }
  };

  for (let after = FIRST_PLACE; ;) {
    const customers = await page(after);
    for (const customer of customers) await one(customer);
    const done = customers.length < RETENTION_PAGE;
    yield { ...progress, done };
    if (done) return;
    after = customers.at(-1)!;
  }
}
