import { LRUCache } from 'lru-cache';
import { logStream } from '@probity/contracts/checkpoints/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { EventStore } from '@probity/event-store/event-store';
import type { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { isObject } from '@probity/platform/is-object';
import type { Logger } from '@probity/platform/logging';
import type { CheckpointKeys } from '../keys/checkpoint-keys';
import { isDamage } from '../logs/log-damage';
import type { StoppedLogs } from '../logs/stopped-logs';
import { CHECKPOINT_COPIES, tenantOf } from './checkpoint-copies';
import { CopyFailed, OutsideContradicts } from './copy-failures';
import { type CopyTarget, nameOf } from './copy-target';
import { CopiedLogs } from './copied-logs';
import { LogTree } from './log-tree';
import { type LogRow, OwnLog } from './own-log';
import { Postponed } from './postponed';

const AT_ONCE = 4;
/** So many logs go on with a further part of their ledgers before it looks again which logs grew. */
const BEGUN_A_TURN = 8;
const MAX_BEGUN = 1_000;

export type CopyOutcome = 'copied' | 'failed' | 'contradiction';

export interface CopyParts {
  events: EventStore;
  store: AggregateStore;
  database: Database;
  keys: CheckpointKeys;
  stopped: StoppedLogs;
  contradictions: Contradictions;
  logger: Logger;
  now: Clock;
  count: (target: CopyTarget, outcome: CopyOutcome) => void;
  /** a log is copied at most once in this time */
  intervalMs: number;
  /** each log is compared with what the target has once in this time, also when it does not grow */
  compareMs: number;
}

/** Copies the checkpoints of all logs to one target, and compares them with what it has. */
export class TargetCopies {
  private readonly rows: CopiedLogs;
  private readonly tree: LogTree;
  private readonly postponed: Postponed;
  /**
   * Logs whose ledgers are too many for one turn, the one first that had its turn the longest time ago. Each turn goes on
   * with the checkpoint with which the first began: it is copied after the ledgers that it covers.
   */
  private readonly begun = new LRUCache<string, LogRow>({ max: MAX_BEGUN });
  /** since when logs have a checkpoint that the target lacks */
  private readonly waitingSince = new Map<string, Date>();
  /** the log up to which all are compared in this round; undefined while none is due */
  private compared: string | undefined = '';
  private roundBegan: number | undefined;

  constructor(
    readonly target: CopyTarget,
    private readonly parts: CopyParts,
  ) {
    this.rows = new CopiedLogs(parts.database, target, parts.now);
    this.tree = new LogTree(parts.database);
    this.postponed = new Postponed(parts.now);
  }

  /** How long the oldest checkpoint waits that the target lacks; of logs that wait, the 100 copied least recently count. */
  get lagSeconds(): number {
    const times = [...this.waitingSince.values()].map((since) => since.getTime());
    return times.length === 0 ? 0 : Math.max(0, (this.parts.now().getTime() - Math.min(...times)) / 1_000);
  }

  /** Copies what is due, and compares some logs. */
  async work(signal: AbortSignal): Promise<void> {
    const begun = [...this.begun.rvalues()].flatMap((row) => (row && !this.parts.stopped.has(row.log) ? [row] : []));
    const others = await this.rows.waiting(this.postponed.logs(), [...this.begun.keys()]);
    await this.watch([...others, ...begun]);
    const due = (rows: LogRow[]): LogRow[] => rows.filter((row) => this.isDue(row));
    await this.each([...due(others), ...due(begun).slice(0, BEGUN_A_TURN)], signal, (row) => this.copy(row, signal));
    await this.compareSome(signal);
  }

  /** Another process goes on. */
  end(): void {
    this.waitingSince.clear();
    this.begun.clear();
    [this.compared, this.roundBegan] = ['', undefined];
  }

  /**
   * Whether the target agrees with a log that has stopped.
   *
   * @throws CopyFailed when that is not known
   */
  async agrees(log: string, signal: AbortSignal): Promise<boolean> {
    const row = await this.rows.find(log);
    if (!row || !this.target.compare) return true;
    try {
      await this.target.compare(await this.open(row), signal);
      return true;
    } catch (error) {
      if (error instanceof OutsideContradicts) return false;
      throw error;
    }
  }

  private async watch(waiting: LogRow[]): Promise<void> {
    const logs = new Set(waiting.map(({ log }) => log));
    for (const log of this.waitingSince.keys()) if (!logs.has(log)) this.waitingSince.delete(log);
    for (const { log, copied_revision } of waiting) {
      if (this.waitingSince.has(log)) continue;
      this.waitingSince.set(log, await this.grewAt(log, (copied_revision ?? -1) + 1));
    }
  }

  /** When the first event after the last copy was appended to the log. */
  private async grewAt(log: string, revision: number): Promise<Date> {
    for await (const [event] of this.parts.events.readStream(logStream(log), { from: revision, chunkSize: 1 })) {
      if (event!.isForeign || !isObject(event!.data)) continue;
      const { logged_at, signed_at } = event!.data as { logged_at?: string; signed_at?: string };
      const at = new Date(logged_at ?? signed_at ?? '');
      if (!Number.isNaN(at.getTime())) return at;
    }
    return this.parts.now();
  }

  private isDue({ log, copied_at }: LogRow): boolean {
    const { now, intervalMs } = this.parts;
    const isEarly = copied_at !== null && now().getTime() - copied_at.getTime() < intervalMs;
    return !isEarly && !this.postponed.has(log);
  }

  private async copy(row: LogRow, signal: AbortSignal): Promise<void> {
    if (row.is_contradicted) await this.reportRow(row.log, 'of more than the log has, or made in the future');
    const proof = await this.target.copy(await this.open(row), signal).finally(() => {
      if (row.after_ledger !== undefined) this.begun.set(row.log, row);
    });
    if (proof === undefined) return;
    this.begun.delete(row.log);
    const { kind, name } = this.target;
    const { log, size: tree_size, revision: log_revision, note: checkpoint } = row;
    const copied_at = this.parts.now().toISOString();
    const data = { log, ...tenantOf(log), kind, name, tree_size, log_revision, checkpoint, proof, copied_at };
    // If the process ends before this, the next one copies again, which is harmless.
    await this.parts.store.change(CHECKPOINT_COPIES, log, () => ({
      events: [{ type: 'CheckpointCopied' as const, data }],
    }));
    this.waitingSince.delete(log);
    this.parts.count(this.target, 'copied');
    if (await this.rows.forgetOther(data)) await this.reportRow(log, 'that is not the last one');
  }

  private async reportRow(log: string, what: string): Promise<void> {
    const where = nameOf(this.target);
    const problem = `notary.copies has a copy at ${where} ${what}`;
    const error = new Error(problem);
    await this.parts.contradictions.report(error, CHECKPOINT_COPIES.stream(log), problem);
    this.parts.logger.error({ log, target: where, err: error.cause }, 'a row of notary.copies is wrong; copying again');
  }

  private async compareSome(signal: AbortSignal): Promise<void> {
    const { target, parts } = this;
    if (!target.compare || this.postponed.hasAll()) return;
    const time = parts.now().getTime();
    if (this.compared === undefined) {
      if (time - this.roundBegan! < parts.compareMs) return;
      [this.compared, this.roundBegan] = ['', undefined];
    }
    this.roundBegan ??= time;
    const some = await this.rows.after(this.compared);
    const ready = some.filter(({ log }) => !this.postponed.has(log));
    await this.each(ready, signal, async (row) => target.compare!(await this.open(row), signal));
    if (this.postponed.hasAll() || signal.aborted) return;
    this.compared = some.at(-1)?.log;
  }

  private async open(row: LogRow): Promise<OwnLog> {
    try {
      const { all } = await this.parts.keys.of(row.log);
      const { database: sql, events } = this.parts;
      return await OwnLog.open(row, all, { tree: this.tree, sql, events });
    } catch (error) {
      if (isDamage(error)) throw new CopyFailed(error.message, false, { cause: error });
      throw error;
    }
  }

  /** Does something for some logs at a time. After a failure of the target itself, it leaves out the rest. */
  private async each(rows: LogRow[], signal: AbortSignal, work: (row: LogRow) => Promise<void>): Promise<void> {
    const left = rows.values();
    const some = async (): Promise<void> => {
      for (const row of left) {
        if (signal.aborted || this.postponed.hasAll()) return;
        await work(row).then(
          () => this.postponed.succeeded(row.log),
          (error: unknown) => (signal.aborted ? undefined : this.failed(row, error)),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
  }

  private async failed({ log, revision }: LogRow, error: unknown): Promise<void> {
    const { target, parts } = this;
    const where = nameOf(target);
    if (error instanceof OutsideContradicts) {
      parts.count(target, 'contradiction');
      await parts.stopped.stop(log, { stream: logStream(log), problem: error.message }, where);
      return;
    }
    parts.count(target, 'failed');
    const ofAll = error instanceof CopyFailed ? error.ofAll : !isDamage(error);
    const isNews = ofAll ? this.postponed.failedAll() : this.postponed.failed(log);
    const about = { err: error, target: where, ...(!ofAll && { log, revision }) };
    parts.logger[isNews ? 'warn' : 'debug'](about, 'a checkpoint cannot be copied outside; it is tried again');
  }
}
