import { logStream } from '@probity/contracts/checkpoints/events';
import { EventDamaged } from '@probity/event-store/damaged';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { signedIn } from '@probity/read-side/checkpoints/log-events';

const ROW = `
  SELECT checkpoint AS note, log_revision::float8 AS revision FROM notary.ledger_checkpoints
  WHERE tenant_id = $1 AND ledger_id = $2`;
/** Every second event of a log has up to a thousand leaves. */
const EVENTS_AT_ONCE = 20;

interface Row extends Record<string, unknown> {
  note: string;
  /** of the event in the log that has the note; null in a row of an older version */
  revision: number | null;
}

/**
 * The last checkpoint of a ledger that the notary signed. The owner of the database can change its row alone: the log of
 * the tenant has what was signed after it.
 */
export class LoggedCheckpoint {
  note: string | undefined;
  /** what is wrong with the row, or with the log from there on */
  problem: string | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly events: EventStore,
    private readonly tenantId: string,
    private readonly ledgerId: string,
  ) {}

  /**
   * Reads the row. Yields after each part of the work.
   *
   * @param readsLog whether it also reads the log, from the event that the row names to the end
   */
  async *find(readsLog = false): AsyncGenerator<void> {
    const row = (await this.sql.query<Row>(ROW, [this.tenantId, this.ledgerId])).rows[0];
    this.note = row?.note;
    if (!readsLog) return;
    const at = row?.revision ?? undefined;
    let next = at ?? 0;
    let isInLog = at === undefined;
    const log = this.events.readStream(logStream(this.tenantId), { from: next, chunkSize: EVENTS_AT_ONCE });
    for await (const chunk of log) {
      for (const event of chunk) {
        if (event.revision !== next++) return this.fail(`its event at revision ${next - 1} is missing`);
        const signed = this.signedAt(event);
        if (this.problem !== undefined) return;
        if (event.revision === at && signed === this.note) isInLog = true;
        if (!isInLog)
          return this.fail(`it does not have the checkpoint of notary.ledger_checkpoints at revision ${at}`);
        this.note = signed ?? this.note;
      }
      yield;
    }
    if (!isInLog)
      this.fail(`it ends before revision ${at}, at which notary.ledger_checkpoints says that it was signed`);
  }

  private signedAt(event: RecordedEvent): string | undefined {
    if (event.isForeign || event.type !== 'CheckpointSigned') return undefined;
    try {
      return signedIn(event).ledgers.find(({ ledger_id }) => ledger_id === this.ledgerId)?.checkpoint;
    } catch (error) {
      if (!(error instanceof EventDamaged)) throw error;
      this.fail(error.message);
      return undefined;
    }
  }

  private fail(problem: string): void {
    this.problem = `the log of the tenant contradicts the ledger: ${problem}`;
  }
}
