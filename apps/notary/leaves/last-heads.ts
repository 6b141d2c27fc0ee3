import { LRUCache } from 'lru-cache';
import { logStream } from '@probity/contracts/checkpoints/events';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { type Checkpoint, parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { sameBytes } from '@probity/ledger-verification/encoding';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { signedIn } from '@probity/read-side/checkpoints/log-events';
import { isDamage, LogContradicts } from '../logs/log-damage';
import type { SignedHeads } from './signed-heads';

/** About 400 bytes each. */
const MAX_KNOWN = 20_000;
const MAX_LOGS = 10_000;
/** Every second event of a log has up to a thousand leaves. */
const EVENTS_AT_ONCE = 20;

/** Of notary.ledger_checkpoints. */
export interface LedgerRow extends Record<string, unknown> {
  ledger_id: string;
  log: string;
  checkpoint: string;
  /** of the event in the log that has the checkpoint; null in a row of an older version */
  revision: number | null;
}

export interface CheckedRows {
  /** of rows that the notary signed, by the id of the ledger */
  heads: Map<string, Checkpoint & { log: string }>;
  /** why a row, or that there is none, contradicts what was signed; by the id of the ledger, with the log that signed it */
  contradicted: Map<string, { log: string; problem: string }>;
}

/**
 * Knows the last checkpoint of each ledger. The owner of the database can put an earlier one into a row, which the notary
 * signed too, or delete the row. At the first use of a row, its log is read from the event on that the row names. What
 * does not fit into memory is read again.
 */
export class LastHeads {
  /** by log: from which revision on it was read, so that all ledgers that were signed since are in `last` */
  private readonly readFrom = new LRUCache<string, number>({ max: MAX_LOGS });
  private readonly last = new LRUCache<string, { log: string; checkpoint: string }>({
    max: MAX_KNOWN,
    dispose: ({ log }, _id, reason) => {
      if (reason === 'evict') this.readFrom.delete(log);
    },
  });
  /** the largest heads that this process signed or believed; those of ledgers only grow */
  private readonly largest = new LRUCache<string, Checkpoint & { log: string }>({ max: MAX_KNOWN });

  /** @param isPrepared whether only this process writes the log now */
  constructor(
    private readonly store: EventStore,
    private readonly signed: SignedHeads,
    private readonly isPrepared: (log: string) => boolean,
  ) {}

  /** To be called with a checkpoint that was signed just now. */
  add(log: string, ledgerId: string, checkpoint: string): void {
    this.signed.add(checkpoint);
    this.last.set(ledgerId, { log, checkpoint });
    this.largest.set(ledgerId, { ...parseCheckpoint(parseNote(checkpoint).text), log });
  }

  /** Another process may have signed since. */
  forget(): void {
    this.last.clear();
    this.readFrom.clear();
  }

  /** Rows of logs that are not prepared are not compared with them. */
  async check(ids: Iterable<string>, rows: LedgerRow[]): Promise<CheckedRows> {
    const checked: CheckedRows = { heads: new Map(), contradicted: new Map() };
    const byLog = new Map<string, LedgerRow[]>();
    for (const row of rows) {
      const head = await this.signed.verified(row.log, row.ledger_id, row.checkpoint);
      if (!head) continue;
      checked.heads.set(row.ledger_id, { ...head, log: row.log });
      if (this.isPrepared(row.log)) byLog.set(row.log, [...(byLog.get(row.log) ?? []), row]);
    }
    for (const [log, some] of byLog) await this.compare(log, some, checked);
    for (const id of ids) {
      const log = (this.largest.get(id) ?? this.last.get(id))?.log;
      if (log !== undefined && this.isPrepared(log) && !checked.heads.has(id))
        checked.contradicted.set(id, { log, problem: 'notary.ledger_checkpoints has no signed checkpoint any more' });
    }
    return checked;
  }

  private async compare(log: string, rows: LedgerRow[], { heads, contradicted }: CheckedRows): Promise<void> {
    const unsure = rows.filter((row) => this.last.get(row.ledger_id)?.checkpoint !== row.checkpoint);
    const seen = await this.lastIn(log, unsure).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      return error;
    });
    for (const { ledger_id: id, checkpoint } of rows) {
      const head = heads.get(id)!;
      const problem =
        seen instanceof Error
          ? `the log cannot prove that the checkpoint of notary.ledger_checkpoints is the last: ${seen.message}`
          : problemOf(checkpoint, seen.get(id) ?? this.last.get(id)?.checkpoint, head, this.largest.get(id));
      if (problem !== undefined) contradicted.set(id, { log, problem });
      else {
        this.last.set(id, { log, checkpoint });
        this.largest.set(id, head);
      }
    }
  }

  /** The last checkpoints that the log has of the ledgers of these rows. */
  private async lastIn(log: string, rows: LedgerRow[]): Promise<Map<string, string>> {
    const seen = new Map<string, string>();
    if (rows.length === 0) return seen;
    const ids = new Set(rows.map(({ ledger_id }) => ledger_id));
    const revisions = rows.map(({ revision }) => Math.max(revision ?? 0, 0));
    const from = Math.min(...revisions);
    let before = this.readFrom.get(log);
    // A row that differs from what is known, or that should be known, is wrong, or memory is: the log decides.
    if (rows.some(({ ledger_id }) => this.last.has(ledger_id)) || Math.max(...revisions) >= (before ?? Infinity))
      before = undefined;
    let [next, isWhole] = [from, true];
    const range = { from, ...(before !== undefined && { to: before - 1 }), chunkSize: EVENTS_AT_ONCE };
    for await (const events of this.store.readStream(logStream(log), range))
      for (const event of events) {
        if (event.revision !== next++) throw new LogContradicts(`its event at revision ${next - 1} is missing`);
        for (const { ledger_id, checkpoint } of ledgersIn(event))
          if (ids.has(ledger_id) || seen.has(ledger_id) || seen.size < MAX_KNOWN) seen.set(ledger_id, checkpoint);
          else isWhole = false;
      }
    if (before !== undefined && next < before) throw new LogContradicts(`its event at revision ${next} is missing`);
    if (isWhole && next > from) this.readFrom.set(log, from);
    for (const [id, checkpoint] of seen)
      if (before === undefined || !this.last.has(id)) this.last.set(id, { log, checkpoint });
    return seen;
  }
}

function ledgersIn(event: RecordedEvent): { ledger_id: string; checkpoint: string }[] {
  if (event.isForeign || event.type !== 'CheckpointSigned') return [];
  return signedIn(event).ledgers;
}

function problemOf(
  checkpoint: string,
  logged: string | undefined,
  head: Checkpoint,
  largest: Checkpoint | undefined,
): string | undefined {
  if (checkpoint !== logged)
    return 'the checkpoint of notary.ledger_checkpoints is not the last one that the log has of the ledger';
  const isOther = largest && head.size === largest.size && !sameBytes(head.root, largest.root);
  if (largest && (head.size < largest.size || isOther))
    return `notary.ledger_checkpoints and the log have ${head.size} transactions, but ${largest.size} were signed`;
  return undefined;
}
