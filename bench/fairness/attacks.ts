import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inParallel } from '../../tests/crash/in-parallel';
import type { Api } from '../../testing/api';

/** A tenant that attacks, and the API of the process that runs now. */
export interface Attacker {
  id: string;
  slug: string;
  api: Api;
}

/** What one tenant with an ordinary key can do. */
export interface Attack {
  name: string;
  prepare: (attacker: Attacker) => Promise<void>;
  /** goes on until the signal; its requests may fail */
  run: (attacker: Attacker, over: AbortSignal) => Promise<void>;
}

const HISTORY = 6_040;
const RULES = 40;
const MANY_RULES = 100;
const OWN_ENTRIES = 20_000;
const ENTRIES_AT_ONCE = 500;
const IN_PARALLEL = 16;
const CUSTOMERS_AT_ONCE = 12;

const rule = (n: number, condition: object): object => ({
  name: `Rule ${n}`,
  description: 'An attack.',
  reason: 'An attack.',
  event_type: 'transaction',
  severity: 'low',
  alert_type: 'attack',
  title: 'Attack',
  condition,
});
/** As many as the limit of costs allows in one rule; each is counted anew for every event. */
const WINDOWS = 7;
const countedAnew = (n: number): object => ({
  and: Array.from({ length: WINDOWS }, (_none, hour) => ({
    gte: [
      {
        aggregate: 'count',
        window: `${7_000 + n * WINDOWS + hour}h`,
        where: { lte: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] },
      },
      1,
    ],
  })),
});
/** Further fields of a payload may be long; the named ones may not. */
const note = { field: 'transaction.payload.note', type: 'text' };
const slowPattern = { matches: [note, '.*[a-m].{189}[n-z].*0'] };

const customer = ({ api, slug }: Attacker, ref: string, more: object = {}) =>
  api.post(`/tenants/${slug}/customers`, {
    email: `${ref}@example.com`,
    full_name: `Quillfeather ${ref}`,
    account_refs: [ref],
    ...more,
  });

async function saveRules({ api, slug }: Attacker, conditions: object[]): Promise<void> {
  for (const [n, condition] of conditions.entries()) {
    const { status, body } = await api.post(`/tenants/${slug}/monitoring-rules`, rule(n, condition));
    if (status !== 201) throw new Error(`saving a rule returned ${status}: ${JSON.stringify(body)}`);
  }
}

const event = ({ api, id }: Attacker, account_ref: string, more: object = {}) =>
  api.post('/events/webhook', {
    tenant_id: id,
    event_type: 'transaction',
    payload: {
      transaction_id: randomUUID(),
      account_ref,
      amount: 100,
      currency: 'USD',
      direction: 'inbound',
      ...more,
    },
  });

/** Stores events of a customer, and waits until the last one is processed: the quiet part begins then. */
const history = async (attacker: Attacker, ref: string): Promise<void> => {
  const { api, slug } = attacker;
  await customer(attacker, ref);
  await inParallel(Array.from({ length: HISTORY }), IN_PARALLEL, () => event(attacker, ref));
  const { body } = await event(attacker, ref);
  const isProcessed = async (): Promise<boolean> =>
    (await api.get(`/tenants/${slug}/events/${body.event_id as string}`)).body.data.status === 'processed';
  while (!(await isProcessed())) await delay(100);
};

/**
 * Repeats a request until the signal. A request that the product refuses is repeated after a moment. A refusal by a
 * limit is repeated after a second, because the attacker shares the processors with the product here: making large
 * bodies that are not read would slow down the product too. `npm run fairness:limits` measures such requests.
 */
async function repeat(over: AbortSignal, send: () => Promise<{ status: number }>): Promise<void> {
  while (!over.aborted) {
    const { status } = await send().catch(() => ({ status: 0 }));
    if (status >= 400 || status === 0) await delay(status === 429 ? 1_000 : 100);
  }
}

export const ATTACKS: Attack[] = [
  {
    name: 'backtests of long windows',
    prepare: (attacker) => history(attacker, 'backtest'),
    run: ({ api, slug }, over) =>
      repeat(over, () => api.post(`/tenants/${slug}/monitoring-rules/backtests`, rule(0, countedAnew(0)))),
  },
  {
    name: 'slow patterns and long texts',
    prepare: async (attacker) => {
      await customer(attacker, 'pattern');
      await saveRules(
        attacker,
        Array.from({ length: RULES }, () => ({ or: Array.from({ length: 9 }, () => slowPattern) })),
      );
    },
    run: (attacker, over) => repeat(over, () => event(attacker, 'pattern', { note: 'a'.repeat(100_000) })),
  },
  {
    name: 'rules with many long windows',
    prepare: async (attacker) => {
      await history(attacker, 'windows');
      await saveRules(
        attacker,
        Array.from({ length: MANY_RULES }, (_none, n) => countedAnew(n)),
      );
    },
    run: (attacker, over) => repeat(over, () => event(attacker, 'windows')),
  },
  {
    name: 'customers with 200 parties against 20,000 own entries',
    prepare: async ({ api, slug }) => {
      for (let from = 0; from < OWN_ENTRIES; from += ENTRIES_AT_ONCE) {
        const entries = Array.from({ length: ENTRIES_AT_ONCE }, (_none, n) => ({
          id: `own-${from + n}`,
          schema: 'Person',
          names: [{ name: `Ivan Quillfeather Petrov ${(from + n).toString(26)}` }],
        }));
        const { status, body } = await api.post(`/tenants/${slug}/watchlist-entries`, { entries });
        if (status !== 201) throw new Error(`adding entries returned ${status}: ${JSON.stringify(body).slice(0, 300)}`);
      }
    },
    run: async (attacker, over) => {
      const parties = Array.from({ length: 100 }, (_none, n) => ({ name: `Iwan Quilfether Petrow ${n}` }));
      const one = () => customer(attacker, randomUUID(), { related_parties: parties, beneficial_owners: parties });
      await Promise.all(Array.from({ length: CUSTOMERS_AT_ONCE }, () => repeat(over, one)));
    },
  },
  {
    name: 'large events that hit 40 rules',
    prepare: async (attacker) => {
      await customer(attacker, 'large');
      const reads = { contains: [note, 'a'] };
      await saveRules(
        attacker,
        Array.from({ length: RULES }, () => reads),
      );
    },
    run: async (attacker, over) => {
      const long = 'a'.repeat(900_000);
      const one = () => repeat(over, () => event(attacker, 'large', { note: long }));
      await Promise.all(Array.from({ length: IN_PARALLEL }, one));
    },
  },
];
