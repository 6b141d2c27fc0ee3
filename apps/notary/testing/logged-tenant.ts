import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '@probity/persistence/database';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import type { WatchTimes } from '../logs/unlogged-watch';
import type { Notary } from '../notary';
import { NotaryFixture } from './notary-suite';

/** A notary on a database of its own, which has logged three events of a tenant. */
export interface LoggedTenant {
  test: TestDatabase;
  notaries: NotaryFixture;
  notary: Notary;
  tenant: string;
  /** with the three events */
  stream: string;
}

export async function logTenant(watch?: WatchTimes): Promise<LoggedTenant> {
  const test = await createTestDatabase();
  const notaries = await NotaryFixture.on(test);
  notaries.watch = watch;
  const [tenant, stream] = [randomUUID(), `customer-${randomUUID()}`];
  const notary = await notaries.start();
  await notaries.append(tenant, stream, 3);
  await notaries.caughtUp(tenant);
  return { test, notaries, notary, tenant, stream };
}

const HIDE = (transaction: string): string => `
  CREATE FUNCTION event_store.hide() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.transaction_id := ${transaction}; RETURN NEW; END'`;
const TRIGGER = `
  CREATE TRIGGER hide BEFORE INSERT ON event_store.events FOR EACH ROW EXECUTE FUNCTION event_store.hide()`;

/** Begins a transaction that writes. Returns what ends it. */
export async function openTransaction({ url }: TestDatabase): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url, application_name: 'long-transaction' });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_current_xact_id()');
  return () => client.end();
}

/** Gives events that are appended from now on an old transaction, or another one, so that no follower gets them. */
export async function hideNewEvents(owner: Database, transaction: bigint = 1n): Promise<void> {
  await owner.query(HIDE(String(transaction)));
  await owner.query(TRIGGER);
}

export const hideNoMore = (owner: Database): Promise<unknown> => owner.query('DROP TRIGGER hide ON event_store.events');
