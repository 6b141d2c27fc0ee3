import type { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import { Refusal } from '@probity/platform/errors';
import { pause } from '@probity/platform/pause';
import type { EventStore } from '../event-store';
import { findStoreId, giveStoreId } from './store-id';
import { type Origin, POSTGRES } from './origin';
import { OtherEventStore } from './other-event-store';

const FIND = 'SELECT kind, id, address, witness FROM event_store.find_origin()';
const RECORD = 'SELECT event_store.record_origin($1, $2, $3)';

/** How long a start waits for an event store that responds, but is not available, such as during an election. */
const PATIENCE_MS = 30_000;
/** A server that does not respond may not exist. With the last look, a start reports it within ten seconds. */
const PATIENCE_WITH_SILENCE_MS = 6_000;
const LOOK_AGAIN_MS = 500;

/** The configured EventStoreDB. */
export interface NamedStore {
  store: EventStore;
  url: string;
  /** @throws Error when the server does not answer, or the user lacks a right */
  checkAccess: () => Promise<void>;
}

/**
 * Checks that the read side in the database belongs to the configured event store. The first start records this event
 * store in the database. With another event store, the read side would show events that the store does not have.
 *
 * @param named undefined: the events are in Postgres itself
 * @throws OtherEventStore with the names of both event stores
 * @throws Error when the event store is not available for half a minute, or no node of it responds for eight seconds, or
 *   at once when waiting would not help: a wrong password, a missing right, a certificate that is not trusted, TLS on one
 *   side only
 */
export async function checkOrigin(database: Database, named: NamedStore | undefined): Promise<void> {
  const found = await find(database);
  const used = named ? await identifyPatiently(named, found) : POSTGRES;
  if (found && !isSame(found, used)) throw new OtherEventStore(found, used);
  await database.query(RECORD, [used.kind, used.id, used.address]);
  // Another service may have recorded another store in the meantime.
  const recorded = await find(database);
  if (!recorded || !isSame(recorded, used)) throw new OtherEventStore(recorded ?? POSTGRES, used);
}

async function find(database: Database): Promise<Origin | undefined> {
  const { rows } = await database.query<{ [Field in keyof Origin]: Origin[Field] | null }>(FIND);
  const [row] = rows;
  return row?.kind ? { ...row, kind: row.kind } : undefined;
}

/** Identifies the configured event store. Gives it an id if it has none and the read side may belong to it. */
async function identify({ store, url, checkAccess }: NamedStore, found: Origin | undefined): Promise<Origin> {
  const address = withoutSecrets(url);
  const witness = found?.witness ?? null;
  if (found?.kind === 'postgres') return { kind: 'eventstoredb', id: null, address, witness };
  await checkAccess();
  const id = (await findStoreId(store)) ?? null;
  const isKnown = found !== undefined && found.id !== null;
  if (isKnown) return { kind: 'eventstoredb', id, address, witness };
  if (witness !== null && !(await store.lastEvent(witness)))
    return { kind: 'eventstoredb', id, address, witness: null };
  return { kind: 'eventstoredb', id: id ?? (await giveStoreId(store)), address, witness };
}

function isSame(found: Origin, used: Origin): boolean {
  if (found.kind !== used.kind) return false;
  return found.id === null ? found.witness === used.witness : found.id === used.id;
}

/** `esdb://user:password@host:2113?tls=true` becomes `esdb://host:2113`. */
const withoutSecrets = (url: string): string => url.replace(/^([\w+]+:\/\/)(?:[^/?]*@)?([^/?]*).*$/s, '$1$2');

/** Retries while the event store is unavailable, for example because a cluster is electing a leader. */
async function identifyPatiently(named: NamedStore, found: Origin | undefined): Promise<Origin> {
  const over = new AbortController();
  try {
    return await Promise.race([untilIdentified(named, found, over.signal), failIfSilent(named.url, over.signal)]);
  } finally {
    over.abort();
  }
}

/** Rejects if no node responds after a while. Otherwise it stays pending. */
async function failIfSilent(url: string, over: AbortSignal): Promise<never> {
  const { whySilent } = await import('../eventstoredb/tls-mistakes');
  await pause(PATIENCE_WITH_SILENCE_MS, over);
  const reason = over.aborted ? undefined : await whySilent(url);
  if (reason !== undefined) throw cannotBeUsed(url, new Error(`no server responds (${reason}); check host and port`));
  return new Promise(() => {});
}

async function untilIdentified(named: NamedStore, found: Origin | undefined, over: AbortSignal): Promise<Origin> {
  const { isDenied } = await import('../eventstoredb/failures');
  const { tlsMistake } = await import('../eventstoredb/tls-mistakes');
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await identify(named, found);
    } catch (error) {
      if (!isUnavailable(error) || isDenied(error) || performance.now() > giveUpAt)
        throw cannotBeUsed(named.url, error);
      const mistake = await tlsMistake(named.url);
      if (mistake !== undefined) throw cannotBeUsed(named.url, new Error(mistake, { cause: error }));
      await pause(LOOK_AGAIN_MS, over);
      if (over.aborted) throw error;
    }
  }
}

function cannotBeUsed(url: string, cause: unknown): Error {
  const { message } = (cause instanceof Refusal && cause.cause instanceof Error ? cause.cause : cause) as Error;
  return new Error(`the event store at EVENTSTORE_URL (${withoutSecrets(url)}) cannot be used: ${message}`, { cause });
}
