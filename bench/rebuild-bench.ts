import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { EventStore } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Database } from '@probity/persistence/database';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../testing/api';
import { raiseLimits } from '../testing/raise-limits';
import { runTool, wholeNumber } from '../testing/run-tool';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { inParallel } from '../tests/crash/in-parallel';
import { fillLedger } from './bundles/fill-ledger';
import { processorMsOf } from './processor-time';
import { postgresUrl } from './product-postgres';
import { machine, round, say } from './report';

const HELP = `npm run bench:rebuild -- [--events 200000] [--customers 20000] [--accepted 20000]
                       [--store postgres|eventstoredb]

Runs the product as "npm start" does and fills it: customers through the API, with their screening, rating and alerts;
transactions of customers through the API, with their outcomes; and a ledger with as many events as are left. An accepted
transaction and its outcome count as two events, although many of them share an event of the event store. Then it empties
every table that "probity projections rebuild --all" restores, and measures the rebuild. The baseline reads all events
once, and projects none. With --store eventstoredb, the events are in the tests' stand-in for EventStoreDB, in memory.

Prints JSON.`;

const STORES = ['postgres', 'eventstoredb'];
const IN_PARALLEL = 16;
const WAITING = 'SELECT count(*)::int AS events FROM pipeline.inbox';
/** The kind of an object is the first part of the name of its stream. */
const KIND = /^[a-z]+/;
const BATCHES = 'ingestion';
const WAIT_MS = 100;

/** The tables that a rebuild restores, from the page that lists all. The command runs in the root of the repository. */
const restoredTables = (): string[] =>
  [
    ...readFileSync('docs/reference/what-a-rebuild-restores.md', 'utf8').matchAll(
      /^\| `(\w+\.\w+)` [^|]*\|[^|]*\| `rebuild(?: --all)?` /gm,
    ),
  ].map(([, table]) => table!);

interface Progress {
  kind?: string;
  failed?: number;
}

interface Wanted {
  events: number;
  customers: number;
  accepted: number;
  store: string;
}

/** The product, and the stores below it. */
interface Measured {
  product: StandaloneProcess;
  database: Database;
  store: EventStore;
  folder: string;
}

/** Returns how many events there are of each kind of objects. */
async function readAll(store: EventStore): Promise<Map<string, number>> {
  const kinds = new Map<string, number>();
  for await (const { events } of store.readToEnd('', undefined, new AbortController().signal)) {
    for (const { stream } of events) {
      const kind = KIND.exec(stream)?.[0] ?? stream;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  return kinds;
}

/** Accepted events are counted by themselves. */
const countIn = (kinds: Map<string, number>): number =>
  [...kinds].reduce((sum, [kind, events]) => (kind === BATCHES ? sum : sum + events), 0);

async function fill({ product, database, store, folder }: Measured, wanted: Wanted): Promise<void> {
  const { base_url, api_key, tenant_id, tenant_slug: slug } = product.demo;
  await raiseLimits(product.demo, slug);
  const api = new Api(base_url, api_key);
  say(`creating ${wanted.customers} customers`);
  const numbers = Array.from({ length: wanted.customers }, (_, n) => n);
  await inParallel(numbers, IN_PARALLEL, async (n) => {
    const body = { email: `customer-${n}@example.com`, full_name: `Customer ${n}`, account_refs: [`account-${n}`] };
    const { status } = await api.post(`/tenants/${slug}/customers`, body);
    if (status !== 201) throw new Error(`POST /customers returned ${status}`);
    if (n % 1000 === 0) say(`${n} of ${wanted.customers}`);
  });
  say(`sending ${wanted.accepted} transactions of customers`);
  const sent = Array.from({ length: wanted.accepted }, (_, n) => n);
  await inParallel(sent, IN_PARALLEL, async (n) => {
    const { status } = await api.post('/events/webhook', transactionOf(tenant_id, n, n % wanted.customers));
    if (status !== 202) throw new Error(`POST /events/webhook returned ${status}`);
  });
  while ((await database.query<{ events: number }>(WAITING)).rows[0]!.events > 0) await delay(WAIT_MS);
  const left = wanted.events - countIn(await readAll(store)) - 2 * wanted.accepted;
  const transactions = Math.max(1, Math.floor(left / 1.05));
  say(`filling a ledger with ${transactions} transactions`);
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { master_key: string };
  await fillLedger(store, database, Buffer.from(secrets.master_key, 'base64'), { tenant_id, transactions });
}

const transactionOf = (tenant_id: string, n: number, customer: number): object => ({
  tenant_id,
  event_type: 'transaction',
  payload: {
    transaction_id: `transaction-${n}`,
    account_ref: `account-${customer}`,
    amount: '120.5',
    currency: 'USD',
    direction: n % 2 === 0 ? 'inbound' : 'outbound',
    counterparty: { name: `Counterparty ${n % 2_000} Trading`, country: 'DE' },
  },
});

async function measure(measured: Measured, wanted: Wanted) {
  const { product, database, store } = measured;
  await fill(measured, wanted);
  const begunReading = performance.now();
  const kinds = await readAll(store);
  const reading = performance.now() - begunReading;
  await database.query(`TRUNCATE ${restoredTables().join(', ')}`);
  const backOffice = new BackOfficeClient(product.demo.back_office_url, product.demo.operator_token);
  const seconds: Record<string, number> = {};
  const [begun, used] = [performance.now(), processorMsOf(product.pid) ?? 0];
  let last: Progress = {};
  let [kind, since] = ['', begun];
  for await (const line of backOffice.postForLines<Progress>('projections/rebuild', {
    all: true,
    reason: 'a measurement',
  })) {
    const now = performance.now();
    seconds[kind] = (seconds[kind] ?? 0) + (now - since) / 1000;
    [kind, since, last] = [line.kind ?? 'tenants and ledgers', now, line];
  }
  const took = (performance.now() - begun) / 1000;
  const events = countIn(kinds) + 2 * wanted.accepted;
  return {
    machine: machine(),
    store: wanted.store,
    events,
    accepted: wanted.accepted,
    by_kind: Object.fromEntries([...kinds].toSorted(([, one], [, other]) => other - one)),
    rebuild: {
      seconds: round(took),
      events_per_second: Math.round(events / took),
      processor_seconds: round(((processorMsOf(product.pid) ?? 0) - used) / 1000),
      failed: last.failed ?? 0,
      seconds_by_kind: Object.fromEntries(
        Object.entries(seconds)
          .filter(([, value]) => value >= 0.1)
          .map(([name, value]) => [name, round(value)]),
      ),
    },
    baseline_read: { seconds: round(reading / 1000) },
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '200000' },
      customers: { type: 'string', default: '20000' },
      accepted: { type: 'string', default: '20000' },
      store: { type: 'string', default: 'postgres' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const wanted = {
    events: wholeNumber('events', values.events),
    customers: wholeNumber('customers', values.customers),
    accepted: wholeNumber('accepted', values.accepted),
    store: values.store,
  };
  if (!STORES.includes(wanted.store))
    throw new Error(`--store is "${wanted.store}", but must be ${STORES.join(' or ')}`);
  const folder = temporaryFolder('probity-rebuild-bench-');
  const standIn = wanted.store === 'eventstoredb' ? await StandIn.start() : undefined;
  const product = await StandaloneProcess.start(folder, { EVENTSTORE_URL: standIn?.connectionString });
  const connection = standIn && new Connection(standIn.connectionString);
  try {
    const database = await Database.open({ url: postgresUrl(folder), applicationName: 'bench-rebuild' });
    try {
      const store = connection ? new EventStoreDbEventStore(connection, database) : new PostgresEventStore(database);
      console.log(JSON.stringify(await measure({ product, database, store, folder }, wanted), null, 2));
    } finally {
      await database.close();
    }
  } finally {
    await connection?.close();
    await product.stop();
    await standIn?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

runTool(HELP, main);
