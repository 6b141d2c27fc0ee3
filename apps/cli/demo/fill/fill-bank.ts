import { demoBank, type DemoBank } from '../bank/demo-bank';
import { seedTag } from '../bank/customers';
import { inLanes } from './in-lanes';
import type { Institution } from './institution';
import type { Progress } from './progress';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { CliError } from '../../errors';

/** How many transactions the demo has. */
export const TRANSACTIONS = 20_000;
/** How many requests are sent at a time. */
export const LANES = 48;
const FIRST = 'demo-0001';
/** On the first customer, when everything was done. */
const FILLED = 'demo-filled';

interface Found {
  id: string;
  external_id?: string;
  tags: string[];
  created_at: string;
}

/**
 * The bank to fill. An interrupted run is continued: times count from the day of its first customer.
 *
 * @returns undefined if an earlier run filled the tenant with this seed
 * @throws CliError if the tenant has the customers of another seed
 */
export async function bankToFill(institution: Institution, seed: number, now: Date): Promise<DemoBank | undefined> {
  const [listed] = await institution.get<Found[]>(`customers?external_id=${FIRST}&limit=1`);
  if (!listed) return demoBank(seed, now, TRANSACTIONS);
  const { tags, created_at } = await institution.get<Found>(`customers/${listed.id}`);
  if (!tags.includes(seedTag(seed))) {
    const other = tags.find((tag) => tag.startsWith(seedTag(0).slice(0, -1))) ?? 'another seed';
    throw new CliError(
      'demo_of_other_seed',
      `the tenant already has a demo (${other}). A tenant has one: start Probity with another PROBITY_DATA_DIR for a second. No changes were made.`,
    );
  }
  return tags.includes(FILLED) ? undefined : demoBank(seed, new Date(created_at), TRANSACTIONS);
}

/**
 * Sends the list, the customers and the events, and waits until all events have their outcome. Returns the ids of the
 * customers, in their order.
 */
export async function fillBank(institution: Institution, bank: DemoBank, progress: Progress): Promise<string[]> {
  await institution.post('watchlist-entries', { entries: bank.entries });
  const ids = await addCustomers(institution, bank, progress);
  await sendEvents(institution, bank, progress);
  let settled = 0;
  await inLanes(ids, LANES, async (id) => {
    await institution.get(`customers/${id}/risk-view`); // waits for the events of the customer
    progress.report('outcomes', ++settled, ids.length);
  });
  return ids;
}

/** Remembers that everything was done. */
export const markFilled = (institution: Institution, seed: number): Promise<void> =>
  institution.event('onboarding', {
    external_id: FIRST,
    stage: 'demo_filled',
    profile: { tags: [seedTag(seed), FILLED] },
  });

async function addCustomers(institution: Institution, { customers }: DemoBank, progress: Progress): Promise<string[]> {
  const ids: string[] = [];
  const add = async (index: number): Promise<void> => {
    const { body } = customers[index]!;
    ids[index] = await institution.post<Found>('customers', body).then(
      ({ id }) => id,
      (error: unknown) => existing(institution, error, body.email),
    );
    progress.report('customers', ids.filter(Boolean).length, customers.length);
  };
  await add(0); // alone, because it says when the demo began
  await inLanes(Array.from(customers.keys()).slice(1), LANES, add);
  return ids;
}

/** The customer of an earlier run that was interrupted. */
async function existing(institution: Institution, error: unknown, email: string): Promise<string> {
  if (!(error instanceof BackOfficeError && error.code === 'email_taken')) throw error;
  const [customer] = await institution.get<Found[]>(`customers?email=${encodeURIComponent(email)}&limit=1`);
  if (!customer?.external_id?.startsWith('demo-')) throw error;
  return customer.id;
}

/** Each customer's events in the order of time, those of many customers at the same time. */
async function sendEvents(institution: Institution, { customers }: DemoBank, progress: Progress): Promise<void> {
  const longestFirst = customers.toSorted((one, other) => other.transactions.length - one.transactions.length);
  let sent = 0;
  await inLanes(longestFirst, LANES, async ({ transactions }) => {
    for (const transaction of transactions) {
      await institution.event('transaction', transaction);
      progress.report('events', ++sent, TRANSACTIONS);
    }
  });
}
