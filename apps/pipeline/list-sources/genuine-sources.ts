import type { ListSourceEvent } from '@probity/contracts/list-sources/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import { AuthenticRows, ForgedRow } from '@probity/read-side/authentic-rows';
import { FetchFailure } from './fetch-failure';
import type { ClaimedSource } from './fetch-queue';
import { LIST_SOURCE, type ListSourceState } from './source-state';

export type GenuineSources = AuthenticRows<ListSourceState, ListSourceEvent>;

export const genuineSources = (database: Database, store: AggregateStore): GenuineSources =>
  new AuthenticRows(database, store, LIST_SOURCE, ({ version, source }) => ({
    version,
    format: source?.format ?? null,
    files: source?.files ?? null,
    sealed_queries: source?.sealed_queries ?? null,
  }));

/**
 * A changed row could send the queries of the addresses, which may have a token, to another server.
 *
 * @throws FetchFailure `source_changed`
 */
export async function refuseForged(genuine: GenuineSources, claimed: ClaimedSource): Promise<void> {
  const { list, version, format, files, revision } = claimed;
  const sealed_queries = claimed.sealed_queries?.toString('base64') ?? null;
  await genuine.check(list, revision, { version, format, files, sealed_queries }).catch((cause: unknown) => {
    if (!(cause instanceof ForgedRow)) throw cause;
    const message = `${cause.message}; find out who can change the database, and set the source again`;
    throw new FetchFailure('source_changed', message, { cause });
  });
}
