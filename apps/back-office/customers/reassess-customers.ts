import type { CustomerSummary, ReassessmentProgress } from '@probity/contracts/customers/views';
import { Refusal } from '@probity/platform/errors';

const PAGE = 100;
const MAX_AT_ONCE = 8;
const MAX_FAILURES = 20;

/**
 * Scores every customer of a tenant again, a few at a time. A customer that cannot be scored is counted and skipped.
 * After 20 failures the run ends with an error, because so many failures have a common cause.
 *
 * @param page reads one page of the customers, oldest first, so that a new customer does not shift later pages
 * @param assess scores one customer; returns whether its rating changed
 */
export async function* reassessCustomers(
  page: (page: { limit: number; offset: number }) => Promise<Pick<CustomerSummary, 'id'>[]>,
  assess: (customerId: string) => Promise<boolean>,
): AsyncGenerator<ReassessmentProgress> {
  const progress: ReassessmentProgress = { done: false, customers: 0, rating_changed: 0, failed: 0, failures: [] };

  const one = async (id: string): Promise<void> => {
    try {
      if (await assess(id)) progress.rating_changed++;
      progress.customers++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      progress.failed++;
      progress.failures.push({ customer_id: id, message: error.message });
      if (progress.failed >= MAX_FAILURES) throw error;
    }
  };

  for (let offset = 0; ; offset += PAGE) {
    const customers = await page({ limit: PAGE, offset });
    for (let start = 0; start < customers.length; start += MAX_AT_ONCE) {
      await Promise.all(customers.slice(start, start + MAX_AT_ONCE).map(({ id }) => one(id)));
    }
    if (customers.length < PAGE) break;
    yield { ...progress };
  }
  yield { ...progress, done: true };
}
