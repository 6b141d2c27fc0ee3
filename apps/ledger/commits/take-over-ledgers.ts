import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { AUTHENTICATES_EVENTS, untilNoneIsOlder } from '@probity/service/event-authentication';

/** Ledgers of an older version, whose events are in no commit. */
const TO_TAKE_OVER = `
  SELECT id FROM ledger.ledgers WHERE chained_revision IS NULL AND id > $1 ORDER BY id LIMIT $2`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 100;

export interface LedgersToTakeOver {
  database: Database;
  logger: Logger;
  /** takes over one ledger; nothing is written to it meanwhile */
  takeOver: (ledgerId: string) => Promise<unknown>;
}

/**
 * Takes over the ledgers of an older version, one after the other. It may be interrupted, repeated, and run in several
 * processes. A ledger that cannot be taken over is logged and accepts no writes.
 */
export async function takeOverLedgers(ledgers: LedgersToTakeOver, signal: AbortSignal): Promise<void> {
  const { database, logger, takeOver } = ledgers;
  let [taken, failed, after] = [0, 0, BEFORE_ALL];
  await untilNoneIsOlder('ledger', AUTHENTICATES_EVENTS, database, signal, { quietMs: 0, logger });
  while (!signal.aborted) {
    const { rows } = await database.query<{ id: string }>(TO_TAKE_OVER, [after, AT_ONCE]);
    for (const { id } of rows) {
      if (signal.aborted) return;
      try {
        await takeOver(id);
        taken++;
      } catch (err) {
        failed++;
        logger.error({ err, ledger_id: id }, 'a ledger of an older version cannot be taken over');
      }
      after = id;
    }
    if (rows.length > 0) logger.info({ taken, failed }, 'taking over the ledgers of an older version');
    if (rows.length < AT_ONCE) return;
  }
}
