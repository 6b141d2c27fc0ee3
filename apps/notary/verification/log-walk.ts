import type { LogProblem, LogVerification } from '@probity/contracts/audit/verification';
import {
  type CheckpointSigned,
  type EventsLogged,
  type LoggedLeaf,
  logStream,
  PLATFORM_LOG,
} from '@probity/contracts/checkpoints/events';
import { EventDamaged } from '@probity/event-store/damaged';
import { type EventStore, NO_STREAM, type RecordedEvent, StreamCutOff } from '@probity/event-store/event-store';
import { type Checkpoint, verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { sameBytes, toHex } from '@probity/ledger-verification/encoding';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { appendLeaf, EMPTY_TREE, type Frontier, rootOf } from '@probity/ledger-verification/merkle-tree';
import { keyIdOf, type VerificationKey } from '@probity/ledger-verification/verification-key';
import type { Sql } from '@probity/persistence/database';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import { CheckpointKeyUnreadable } from '../keys/checkpoint-key-unreadable';
import type { CheckpointKeys, FoundKey } from '../keys/checkpoint-keys';
import { originOf } from '../logs/decide-checkpoint';
import { wrongFieldOfCheckpoint, wrongFieldOfLeaves } from './checkpoint-fields';
import { compareLeaves } from './compare-leaves';
import { findUnlogged, PATIENCE, type Patience } from './find-unlogged';
import { findInventedLogs } from './invented-logs';
import { LogRows } from './log-rows';

/** Each event of the log has up to a thousand leaves. */
const EVENTS_AT_ONCE = 4;

const ROW = `
  SELECT l.revision::float8 AS revision, l.tree_size::float8 AS tree_size, s.problem,
    (SELECT max(index)::float8 FROM notary.leaves WHERE log = l.log) AS last_leaf
  FROM notary.logs l LEFT JOIN notary.stopped_logs s ON s.log = l.log WHERE l.log = $1`;

/** What the tables of the notary have of a log. */
interface Row extends Record<string, unknown> {
  revision: number;
  tree_size: number;
  last_leaf: number | null;
  /** why nothing of it is signed any more */
  problem: string | null;
}

/** It is an abstract class, not an interface, because Nest injects classes. */
export abstract class WalkParts {
  /** events as they are stored */
  abstract readonly events: EventStore;
  abstract readonly sql: Sql;
  abstract readonly keys: CheckpointKeys;
  /** default: PATIENCE */
  readonly patience?: Patience;
}

/** Thrown when nothing certain can be said of the rest of the log. */
class Broken extends Error {
  constructor(readonly problem: LogProblem) {
    super(problem.detail);
  }
}

/**
 * Verifies a log from its first event to the last one at the start: each leaf is the digest of the stored event, and each
 * checkpoint is the signed head of the leaves before it. The rows of the notary are what these events say. Then it goes from
 * the stored events to the leaves: the log lacks none for long. A few events of the log, with their leaves, are in memory.
 *
 * Not detected: that the log, its tables and the events were all replaced by an older state of them. A checkpoint from
 * outside shows it.
 */
export class LogWalk {
  private tree: Frontier = EMPTY_TREE;
  /** the leaves that no checkpoint has signed yet */
  private unsigned: EventsLogged['data'] | undefined;
  private next = 0;
  private checkpoints = 0;
  private problems = 0;
  private sound = true;
  private first: LogProblem | undefined;
  private outside: Checkpoint | undefined;
  private rootAtOutside: Uint8Array | undefined;
  private continues = false;
  /** of the keys that signed so far; once it signs, those before it do not sign alone */
  private newestKey = 0;

  /**
   * @param checkpoint a signed note that was kept outside of Probity
   * @param goesOverEvents whether it also goes over the streams of all tenants, for events that the log lacks
   */
  constructor(
    private readonly parts: WalkParts,
    private readonly log: string,
    private readonly checkpoint?: string,
    private readonly goesOverEvents = true,
  ) {}

  async *run(): AsyncGenerator<LogVerification> {
    yield this.progress();
    try {
      for await (const _ of this.walk()) yield this.progress();
    } catch (error) {
      if (error instanceof Broken) this.note(error.problem);
      else if (error instanceof StreamCutOff) this.note({ kind: 'cut_log', detail: error.message });
      else throw error;
    }
    const continues = this.checkpoint === undefined ? {} : { continues: this.continues };
    yield { ...this.progress(), ...continues, root_hash: toHex(rootOf(this.tree)), done: true };
  }

  private async *walk(): AsyncGenerator<void> {
    const { events, sql } = this.parts;
    // Before the log: a log that grows meanwhile does not look as if it were cut.
    const row = (await sql.query<Row>(ROW, [this.log])).rows[0];
    const rows = new LogRows(sql, this.log, row?.revision ?? NO_STREAM);
    const last = await events.lastEvent(logStream(this.log));
    const keys = await this.keys(); // after the end of the log, so that the keys that signed it are among them
    await this.readOutside(this.verificationKeys(keys));
    if (!last) throw this.broken('missing_log', row ? 'its stream has no events' : 'nothing has been logged yet');
    if (row?.problem) this.note({ kind: 'stopped_log', detail: row.problem });

    for await (const chunk of events.readStream(logStream(this.log), {
      to: last.revision,
      chunkSize: EVENTS_AT_ONCE,
    })) {
      for (const event of chunk) {
        await this.add(event, keys, rows);
        yield;
      }
    }
    this.checkEnd(last.revision, row);
    const wrong = await rows.end(last.revision, () => this.keys());
    if (wrong) this.note(wrong);
    if (this.log === PLATFORM_LOG && this.goesOverEvents)
      for await (const invented of findInventedLogs(sql, events)) {
        for (const problem of invented) this.note(problem);
        yield;
      }
    if (row?.problem || !this.goesOverEvents) return; // a log that has stopped gets no events
    for await (const unlogged of findUnlogged(this.parts, this.log, this.parts.patience ?? PATIENCE)) {
      for (const problem of unlogged) this.note(problem);
      yield;
    }
  }

  /** The keys of the log, the newest last. */
  private async keys(): Promise<FoundKey[]> {
    try {
      const keys = await this.parts.keys.find(this.log);
      if (!keys)
        throw this.broken('missing_log', 'it has no key, so nothing has been logged yet or its key was deleted');
      return keys;
    } catch (error) {
      if (error instanceof CheckpointKeyUnreadable || error instanceof EventDamaged)
        throw this.broken('changed_log', error.message);
      throw error;
    }
  }

  private verificationKeys(keys: FoundKey[]): VerificationKey[] {
    const name = originOf(this.log);
    return keys.map(({ publicKey }) => ({ name, keyId: keyIdOf(name, publicKey), publicKey }));
  }

  private async readOutside(keys: VerificationKey[]): Promise<void> {
    if (this.checkpoint === undefined) return;
    try {
      this.outside = await verifyCheckpoint(this.checkpoint, originOf(this.log), keys);
      if (this.outside.size === 0) this.rootAtOutside = rootOf(EMPTY_TREE);
    } catch (error) {
      if (!(error instanceof LedgerVerificationError)) throw error;
      this.note({ kind: 'outside_checkpoint', detail: error.message });
    }
  }

  private async add(event: RecordedEvent, keys: FoundKey[], rows: LogRows): Promise<void> {
    if (event.revision !== this.next) throw this.broken('cut_log', 'an event of the log is missing', this.next);
    this.next++;
    if (event.isForeign || typeof event.data !== 'object' || event.data === null)
      throw this.broken('changed_log', 'it cannot be read, because it was changed', event.revision);
    if (event.metadata !== undefined) throw this.broken('changed_log', 'a log has no causes', event.revision);
    if (event.type === 'EventsLogged') this.addLeaves(event.revision, event.data as EventsLogged['data']);
    else if (event.type === 'CheckpointSigned') await this.addCheckpoint(event, keys, rows);
    else throw this.broken('changed_log', `a log has no ${event.type}`, event.revision);
  }

  private addLeaves(revision: number, data: EventsLogged['data']): void {
    const { log, first_index, leaves } = data;
    if (this.unsigned || log !== this.log || first_index !== this.tree.size || !areLeaves(leaves))
      throw this.broken('changed_log', 'its leaves do not continue the log', revision);
    for (const leaf of leaves) {
      this.tree = appendLeaf(this.tree, hashOfLeaf(leaf));
      if (this.tree.size === this.outside?.size) this.rootAtOutside = rootOf(this.tree);
    }
    const wrong = wrongFieldOfLeaves(data, this.log);
    if (wrong) throw this.broken('changed_log', `its ${wrong} was changed`, revision);
    this.unsigned = data;
  }

  private async addCheckpoint(event: RecordedEvent, keys: FoundKey[], rows: LogRows): Promise<void> {
    const { revision } = event;
    const signed = event.data as CheckpointSigned;
    const trusted = this.verificationKeys(keys);
    const head = await verifyCheckpoint(String(signed.checkpoint), originOf(this.log), trusted).catch(
      (error: unknown) => {
        if (error instanceof LedgerVerificationError) throw this.broken('changed_log', error.message, revision);
        throw error;
      },
    );
    const signers = keys.filter((_, index) => head.signedBy.some(({ keyId }) => keyId === trusted[index]!.keyId));
    const newest = keys.indexOf(signers.at(-1)!);
    if (newest < this.newestKey)
      throw this.broken('changed_log', 'its checkpoint is signed with a key that was replaced before', revision);
    this.newestKey = newest;
    if (head.size !== this.tree.size || !sameBytes(head.root, rootOf(this.tree)))
      throw this.broken('changed_log', 'its checkpoint is not the head of the events before it', revision);
    const logged = this.unsigned;
    if (!logged) throw this.broken('changed_log', 'no leaves precede its checkpoint', revision);
    const wrong = await wrongFieldOfCheckpoint(signed, { log: this.log, signers, tree: this.tree, logged });
    if (wrong) throw this.broken('changed_log', `its ${wrong} was changed`, revision);
    rows.add(revision, signed);
    this.checkpoints++;
    this.unsigned = undefined;
    const { first_index, leaves } = logged;
    for (const problem of await compareLeaves(this.parts.events, first_index, leaves)) this.note(problem);
    for (const problem of await rows.leaves(revision, first_index, leaves)) this.note(problem);
  }

  private checkEnd(last: number, row: Row | undefined): void {
    const { size } = this.tree;
    if (this.next <= last || this.unsigned) this.note(this.inLog('cut_log', 'its last events are missing', this.next));
    if (!row) this.note({ kind: 'changed_log', detail: 'notary.logs lacks it' });
    else if (row.revision > last || (row.last_leaf ?? -1) >= size || row.tree_size > size)
      this.note(
        this.inLog('cut_log', `${Math.max(row.tree_size, (row.last_leaf ?? -1) + 1)} events were signed`, last + 1),
      );
    const { outside, rootAtOutside } = this;
    if (!outside) return;
    this.continues = rootAtOutside !== undefined && sameBytes(rootAtOutside, outside.root);
    if (this.continues) return;
    const isShort = outside.size > size;
    const detail = isShort ? `it has ${outside.size} events, the log ${size}` : 'the log has other events';
    this.note({ kind: 'outside_checkpoint', ...(isShort && { position: size }), detail });
  }

  private note(problem: LogProblem): void {
    this.problems++;
    this.sound &&= problem.kind === 'outside_checkpoint';
    this.first ??= problem;
  }

  private broken(kind: LogProblem['kind'], detail: string, revision?: number): Broken {
    return new Broken(this.inLog(kind, detail, revision));
  }

  private inLog(kind: LogProblem['kind'], detail: string, revision?: number): LogProblem {
    const position = revision === undefined ? {} : { position: this.tree.size, revision };
    return { kind, ...position, stream: logStream(this.log), detail };
  }

  /** What was verified so far. */
  progress(): LogVerification {
    const { log, checkpoints, problems, sound, first } = this;
    return { log, events: this.tree.size, checkpoints, problems, sound, ...(first && { first }), done: false };
  }
}

function areLeaves(leaves: unknown): leaves is LoggedLeaf[] {
  return (
    Array.isArray(leaves) &&
    leaves.every((leaf: unknown) => {
      if (!Array.isArray(leaf) || leaf.length !== 5) return false;
      const [stream, revision, ...texts] = leaf as unknown[];
      return Number.isSafeInteger(revision) && [stream, ...texts].every((text) => typeof text === 'string');
    })
  );
}
