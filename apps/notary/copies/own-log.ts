import { NIL } from 'uuid';
import { logStream } from '@probity/contracts/checkpoints/events';
import { type EventStore, NO_STREAM } from '@probity/event-store/event-store';
import { type Checkpoint, verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { sameBytes } from '@probity/ledger-verification/encoding';
import { rootOf } from '@probity/ledger-verification/merkle-tree';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { keyIdOf, type VerificationKey } from '@probity/ledger-verification/verification-key';
import type { Sql } from '@probity/persistence/database';
import { originOf } from '../logs/decide-checkpoint';
import { CopyFailed, OutsideContradicts } from './copy-failures';
import type { CheckpointKey } from '../keys/checkpoint-keys';
import type { LogTree } from './log-tree';

const SIZE = 'SELECT tree_size::float8 AS size, revision::float8 AS revision FROM notary.logs WHERE log = $1';
/** So many checkpoints of ledgers of a tenant are copied in a turn, so that other tenants do not wait for all of them. */
export const LEDGERS_A_TURN = 200;
/** An older version did not store the revision. */
const ledgers = (isAfter: '>' | '>='): string => `
  SELECT ledger_id, tree_size::float8 AS size, checkpoint AS note FROM notary.ledger_checkpoints
  WHERE log = $1 AND coalesce(log_revision, -1) > $2 AND ledger_id ${isAfter} $3 ORDER BY ledger_id LIMIT ${LEDGERS_A_TURN}`;

/** A log as the notary has it, with what one target has of it. */
export interface LogRow {
  log: string;
  size: number;
  note: string;
  /** of the last event in the stream of the log that is projected */
  revision: number;
  /** of the last copy at the target */
  copied_size: number | null;
  copied_revision: number | null;
  copied_at: Date | null;
  /** whether notary.copies says more than can be, so that the copy counts as not made */
  is_contradicted: boolean;
  /** the ledger up to which this checkpoint is copied, when a part of it was left for the next turn */
  after_ledger?: string;
}

/** What a log is read with. */
export interface OwnParts {
  tree: LogTree;
  sql: Sql;
  events: EventStore;
}

/** A checkpoint of a ledger. */
export interface LedgerNote {
  ledger_id: string;
  origin: string;
  size: number;
  note: string;
}

/** A log with its last checkpoint, whose signature is verified, for the comparison with copies outside. */
export class OwnLog {
  readonly origin: string;

  private constructor(
    readonly row: LogRow,
    readonly head: Checkpoint,
    readonly tree: LogTree,
    private readonly sql: Sql,
    private readonly events: EventStore,
    /** all of the log, as their events have them: the owner of the database cannot change them */
    private readonly keys: CheckpointKey[],
  ) {
    this.origin = originOf(row.log);
  }

  /** @throws OutsideContradicts when none of the keys of the log has signed the checkpoint */
  static async open(row: LogRow, keys: CheckpointKey[], parts: OwnParts): Promise<OwnLog> {
    const { tree, sql, events } = parts;
    const origin = originOf(row.log);
    try {
      const head = await verifyCheckpoint(
        row.note,
        origin,
        keys.map(({ publicKey }) => keyOf(origin, publicKey)),
      );
      if (head.size === row.size) return new OwnLog(row, head, tree, sql, events, keys);
    } catch (error) {
      if (!(error instanceof LedgerVerificationError)) throw error;
    }
    throw new OutsideContradicts('notary.logs has a checkpoint that was not signed');
  }

  /**
   * The size now, which is not below what was copied before the call.
   *
   * @throws CopyFailed while the tables lack events of the log, because they are being filled again
   */
  async sizeNow(): Promise<number> {
    const { log } = this.row;
    const { rows } = await this.sql.query<{ size: number; revision: number }>(SIZE, [log]);
    const { size, revision } = rows[0] ?? { size: 0, revision: NO_STREAM };
    const last = await this.events.lastEvent(logStream(log));
    if (last && last.revision > revision)
      throw new CopyFailed(`notary.logs lacks the last events of ${logStream(log)}`, false);
    return size;
  }

  /**
   * Compares a note of the same log that was kept outside.
   *
   * @param where such as `bucket archive`
   * @throws CopyFailed when no key of the log signed it; OutsideContradicts
   */
  async compareNote(note: string, where: string): Promise<Checkpoint> {
    const kept = await this.verified(note, this.origin, where);
    const now = kept.size > this.head.size ? await this.sizeNow() : this.head.size;
    if (kept.size > now)
      throw new OutsideContradicts(`${where} has a checkpoint of ${kept.size} events, and the log has only ${now}`);
    await this.compareRoot(kept.size, kept.root, where);
    return kept;
  }

  /** @throws CopyFailed when no key of the log signed it */
  async verified(note: string, origin: string, where: string): Promise<Checkpoint> {
    const trusted = this.keys.map(({ publicKey }) => keyOf(origin, publicKey));
    try {
      return await verifyCheckpoint(note, origin, trusted);
    } catch (cause) {
      if (!(cause instanceof LedgerVerificationError)) throw cause;
      throw new CopyFailed(`${where} has a note that this log did not sign: ${cause.message}`, false, { cause });
    }
  }

  /** The next checkpoints of ledgers that were signed since the last copy: up to `LEDGERS_A_TURN`. */
  async ledgers(): Promise<LedgerNote[]> {
    const { log, copied_revision, after_ledger } = this.row;
    const page = ledgers(after_ledger === undefined ? '>=' : '>');
    const values = [log, copied_revision ?? -2, after_ledger ?? NIL];
    const { rows } = await this.sql.query<{ ledger_id: string; size: number; note: string }>(page, values);
    return rows.map((row) => ({ ...row, origin: ledgerOrigin(row.ledger_id) }));
  }

  private async compareRoot(size: number, root: Uint8Array, where: string): Promise<void> {
    const own = size === this.head.size ? this.head.root : rootOf(await this.tree.at(this.row.log, size));
    if (!sameBytes(own, root))
      throw new OutsideContradicts(
        `${where} has another tree of ${size} events: its root is ${toBase64(root)}, that of the log ${toBase64(own)}`,
      );
  }
}

function keyOf(name: string, publicKey: Uint8Array): VerificationKey {
  return { name, keyId: keyIdOf(name, publicKey), publicKey };
}
