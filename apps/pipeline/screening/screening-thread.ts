import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { Database } from '@probity/persistence/database';
import type { DatabaseOptions } from '@probity/persistence/database-options';
import { isUnavailable } from '@probity/persistence/unavailable';
import { type Dependency, dependencyOf } from '@probity/platform/dependency-errors';
import { Refusal, type WireRefusal } from '@probity/platform/errors';
import type { ListEntry } from '@probity/screening/list-entry';
import { scorePair } from '@probity/screening/score-pair';
import { CustomerScreening } from './customer-screening';
import { ListChanges } from './list-changes';
import type { RemoteScreening } from './remote-screening';
import { WatchlistIndex } from './watchlist-index';

/** What the thread gets when it starts. */
export interface ScreeningThreadData {
  access: DatabaseOptions;
  /** counts up while the thread can work */
  pulse: Int32Array;
}

/** A method of the screening with its arguments. */
export type ScreeningCall = {
  [Method in keyof RemoteScreening]: { method: Method; about: Parameters<RemoteScreening[Method]> };
}[keyof RemoteScreening];

export type ScreeningReply =
  | { result: unknown }
  | { refused: WireRefusal; lost: Dependency | undefined }
  | { failed: { message: string; stack?: string } };

const PULSE_MS = 250;

const [data] = workerData as [ScreeningThreadData];
setInterval(() => Atomics.add(data.pulse, 0, 1), PULSE_MS);
/** The methods of RemoteScreening, each with the arguments of its call. */
type Calls = Record<keyof RemoteScreening, (...about: never[]) => Promise<unknown>>;

let started: Promise<Calls> | undefined;

/**
 * Reads the lists first: a call may have waited for its turn while the thread before this one ended, and its caller had
 * refreshed the lists there. Without them, it would find nothing. Tries again at the next call when the database cannot
 * be reached.
 */
const theCalls = (): Promise<Calls> =>
  (started ??= start().catch((error: unknown) => {
    started = undefined;
    throw error;
  }));

/** Makes the first comparison, which loads the tables of names and takes a hundred times as long as the next ones. */
function compareOnce(): void {
  const name = 'Ivan Example Trading';
  const none = { topics: [], birth_dates: [], countries: [], identifiers: [], programs: [] };
  for (const schema of ['Person', 'Company'] as const) {
    const entry: ListEntry = { list: 'none', id: schema, schema, names: [{ name, quality: 'primary' }], ...none };
    scorePair({ schema, names: [name] }, entry);
    scorePair({ schema: 'Text', names: [name] }, entry);
  }
}

async function start(): Promise<Calls> {
  compareOnce();
  const database = await Database.open(data.access);
  const index = new WatchlistIndex(database);
  await index.refresh().catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const screening = new CustomerScreening(index);
  const changes = new ListChanges(database, index);
  const remote: RemoteScreening = {
    refresh: () => screening.refresh(),
    screenProfile: (...about) => screening.screenProfile(...about),
    screenTransaction: (...about) => screening.screenTransaction(...about),
    screenChanges: (...about) => changes.screen(...about),
  };
  return remote;
}

/** Screens. Calls take turns between two subjects. Returns a reply for each call. */
export default async function run(calls: ScreeningCall[]): Promise<ScreeningReply[]> {
  const replies: ScreeningReply[] = [];
  for (const call of calls) {
    if (replies.length > 0) await nextTurn();
    replies.push(await replyTo(call));
  }
  return replies;
}

async function replyTo({ method, about }: ScreeningCall): Promise<ScreeningReply> {
  try {
    const { [method]: call } = await theCalls();
    return { result: await call(...(about as never[])) };
  } catch (error) {
    // An error loses its type on the way to the other thread.
    const lost = dependencyOf(error);
    if (error instanceof Refusal) return { refused: error.toWire(), lost };
    const { message, stack } = error as Error;
    if (isUnavailable(error)) return { refused: { kind: 'overloaded', code: 'unavailable', message }, lost };
    return { failed: { message, ...(stack === undefined ? {} : { stack }) } };
  }
}
