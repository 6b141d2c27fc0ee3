import { setTimeout as delay } from 'node:timers/promises';
import { ledgerStream, type PostingPayload, type TransactionPosted } from '@probity/contracts/ledger/events';
import type { EventStore } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { isPosted } from '../writer/last-posted';

/** Ids of transactions rise with time, so the last ones have the highest ids. */
const LAST_POSTED = `
  SELECT ledger_id, max(revision)::float8 AS revision
  FROM (SELECT id, ledger_id, revision FROM ledger.transactions ORDER BY id DESC LIMIT 100) AS last
  GROUP BY ledger_id ORDER BY max(id::text) DESC LIMIT 8`;
const TIMES = 10;
const AT_MOST_MS = 2_000;

export interface Rehearsal {
  database: Database;
  events: EventStore;
  logger: Logger;
  /** decides a posting without writing it */
  rehearse: (tenantId: string, payload: PostingPayload) => Promise<void>;
}

/**
 * Decides postings like the last one of the ledgers that were posted to last, and writes none of them. So after a start,
 * the first clients find the state of their ledgers in memory, open connections, and code that has run before.
 *
 * Returns after two seconds at the latest. Failures are only logged, because clients do not depend on it.
 */
export async function rehearsePostings(rehearsal: Rehearsal): Promise<void> {
  const atMost = new AbortController();
  const rehearsed = rehearseLast(rehearsal, atMost.signal).catch((err: unknown) =>
    rehearsal.logger.debug({ err }, 'postings could not be rehearsed'),
  );
  await Promise.race([rehearsed, delay(AT_MOST_MS, undefined, { signal: atMost.signal }).catch(() => {})]);
  atMost.abort();
}

async function rehearseLast({ database, events, rehearse }: Rehearsal, over: AbortSignal): Promise<void> {
  const { rows } = await database.query<{ ledger_id: string; revision: number }>(LAST_POSTED);
  for (const { ledger_id, revision } of rows) {
    for await (const chunk of events.readStream(ledgerStream(ledger_id), { from: revision, to: revision })) {
      for (const { data } of chunk.filter(isPosted)) {
        const { tenant_id, payload } = data as TransactionPosted;
        for (let time = 0; time < TIMES && !over.aborted; time++) {
          // A refusal, such as for an account that is no longer active, has run the same code.
          await rehearse(tenant_id, payload).catch(unlessRefused);
        }
      }
    }
  }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
