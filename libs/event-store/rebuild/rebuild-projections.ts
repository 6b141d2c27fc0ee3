import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import type { Database, Lock, Sql } from '@probity/persistence/database';
import { isTransientFailure, LOCK_NOT_AVAILABLE, sqlState } from '@probity/persistence/failures';
import { isUnavailable } from '@probity/persistence/unavailable';
import { invalid } from '@probity/platform/errors';
import type { Projection } from '../aggregate';
import { compareAudit } from '../audit/compare-audit';
import { correctAudit } from '../audit/correct-audit';
import { withoutEntries } from '../audit/trail-rows';
import { refuseDamaged } from '../damaged';
import type { EventStore } from '../event-store';
import { RecordedErasures } from '../personal-data/recorded-erasures';
import { compareReadSide } from '../verification/compare-read-side';
import { compareRows, type RowComparison } from '../verification/compare-rows';
import { type Completed, completeRows } from './complete-rows';
import type { ProjectedTables } from './projected-tables';
import type { RebuildParts } from './rebuild-parts';
import { eachStream, hadEvents, inBatches, READ_CONNECTIONS } from './read-streams';
import { deleteRows, giveWorkBack, lockOutWriters, newTransaction, untouchedKeys } from './stored-rows';

/** Streams that are rebuilt in one transaction. Writers of the kind wait for it. */
const STREAMS_AT_ONCE = 50;
const MAX_TRIES = 5;
/** After that a long write of another program keeps the table: the rebuild ends. Each try waits for a second. */
const MAX_TRIES_FOR_LOCK = 120;
const MAX_LOGGED = 10;

/** The connections that a rebuild needs: for its lock, its transaction, and the reads of the events. */
export const REBUILD_CONNECTIONS = 2 + READ_CONNECTIONS;

type RebuiltProjection = Projection & { tables: ProjectedTables };
const isRebuilt = (projection: Projection): projection is RebuiltProjection => projection.tables !== undefined;

type StreamParts = Omit<RebuildParts, 'close'> & { erasures: RecordedErasures };

type Counts = Pick<RebuildProgress, 'streams_done' | 'events'> & { failed: number };

/**
 * Deletes the rows of projections and projects all events again, some streams in each transaction. Readers see the old
 * rows of a stream until its new ones are complete, and writers wait for as long as one transaction takes. In the end,
 * rows without events are deleted, and the audit trails are made what the events say. The rows of a stream with an event
 * that cannot be read, or that reads as erased without an erasure, stay as they are.
 *
 * Guarantees: it can end anywhere, and begin again. It keeps a few streams in memory, however many there are.
 */
export class RebuildProjections {
  /**
   * @param service only one rebuild of a service runs at a time
   * @param projections of the service; those without `tables` are left out
   * @param open opens connections for one rebuild: writers that wait for it may have all others of the service
   */
  constructor(
    private readonly service: string,
    private readonly projections: readonly Projection[],
    private readonly open: () => Promise<RebuildParts>,
  ) {}

  /**
   * Yields its progress after each transaction, and in the end the sums of all kinds.
   *
   * @throws Refusal `rebuild_running`
   */
  run(): AsyncGenerator<RebuildProgress> {
    return this.alone((parts, lock) => rebuildAll(this.projections, parts, lock));
  }

  /**
   * Corrects only the audit trails.
   *
   * @throws Refusal `rebuild_running`
   */
  correctAudit(): AsyncGenerator<RebuildProgress> {
    return this.alone((parts) => auditOnly(this.projections, parts));
  }

  /**
   * Projects all events of streams of one kind in the order of the log, and deletes nothing. For rows that belong to no
   * stream.
   *
   * @throws Refusal `rebuild_running`
   */
  complete(completed: Completed): AsyncGenerator<RebuildProgress> {
    return this.alone((parts, lock) => completeRows(completed, parts, lock));
  }

  /**
   * Compares the audit trails with the events, and changes nothing.
   *
   * @param tenantId whose entries are compared, with the entries that concern all tenants
   * @param givesWay see CompareOptions
   * @throws Refusal `audit_comparison_running`
   */
  async *verifyAudit(tenantId: string, givesWay = false): AsyncGenerator<AuditComparison> {
    const parts = await this.open();
    try {
      yield* compareAudit(this.projections, parts, { tenantId, givesWay });
    } finally {
      await parts.close();
    }
  }

  /**
   * Compares the tables with the events, and changes nothing.
   *
   * @throws Refusal `verification_running`, `audit_comparison_running`
   */
  verify(): AsyncGenerator<ReadSideVerification> {
    return this.verifiesAlone((parts, lock) => compareReadSide(this.projections, parts, lock));
  }

  /**
   * Compares rows that belong to no stream with the events, and changes nothing. Yields its progress.
   *
   * @param compare adds what it finds to the report
   * @throws Refusal `verification_running`
   */
  compareRows(kind: string, compare: RowComparison): AsyncGenerator<ReadSideVerification> {
    return this.verifiesAlone((parts, lock) => compareRows(kind, compare, parts, lock));
  }

  private verifiesAlone(
    work: (parts: RebuildParts, lock: Lock) => AsyncGenerator<ReadSideVerification>,
  ): AsyncGenerator<ReadSideVerification> {
    const running = () => invalid('verification_running', 'a verification is already running; retry when it has ended');
    return this.alone(work, `verification ${this.service}`, running);
  }

  private async *alone<Progress>(
    work: (parts: RebuildParts, lock: Lock) => AsyncGenerator<Progress>,
    name = `rebuild ${this.service}`,
    running = () => invalid('rebuild_running', 'a rebuild is already running; retry when it has ended'),
  ): AsyncGenerator<Progress> {
    const parts = await this.open();
    let lock: Lock | undefined;
    try {
      lock = await parts.database.tryLock(name);
      if (!lock) throw running();
      yield* work(parts, lock);
    } finally {
      lock?.release();
      await parts.close();
    }
  }
}

async function* rebuildAll(
  projections: readonly Projection[],
  parts: RebuildParts,
  lock: Lock,
): AsyncGenerator<RebuildProgress> {
  const total: Counts = { streams_done: 0, events: 0, failed: 0 };
  for (const projection of projections.filter(isRebuilt)) {
    const { kind } = projection;
    let soFar: Counts | undefined;
    for await (const counts of rebuildKind(projection, parts)) {
      if (lock.lost.aborted) throw new Error('the lock of the rebuild was lost; another one may run');
      yield { kind, ...progressOf(counts), done: false };
      soFar = counts;
    }
    if (soFar) addTo(total, soFar);
  }
  const audit = yield* correctAudit(projections, parts);
  // A stream whose audit entries cannot be read could not be projected either.
  const failed = Math.max(total.failed, audit.failed);
  yield { ...progressOf({ ...total, failed }), audit: audit.corrected, done: true };
}

async function* auditOnly(projections: readonly Projection[], parts: RebuildParts): AsyncGenerator<RebuildProgress> {
  const { corrected: audit, failed } = yield* correctAudit(projections, parts);
  yield { streams: 0, streams_done: 0, events: 0, failed, audit, done: true };
}

/** The number of streams is not known before all were read. */
const progressOf = (counts: Counts) => ({ streams: counts.streams_done, ...counts });

function addTo(total: Counts, { streams_done, events, failed }: Counts): void {
  total.streams_done += streams_done;
  total.events += events;
  total.failed += failed;
}

async function* rebuildKind(projection: RebuiltProjection, parts: RebuildParts): AsyncGenerator<Counts> {
  const soFar: Counts = { streams_done: 0, events: 0, failed: 0 };
  yield { ...soFar };
  const began = await newTransaction(parts.database);
  const erasures = new RecordedErasures(parts.events);
  for await (const streams of inBatches(parts.events.listStreams(projection.prefix), STREAMS_AT_ONCE)) {
    addTo(soFar, await rebuildStreams(projection, streams, { ...parts, erasures }));
    yield { ...soFar };
  }
  for await (const _ of deleteStrays(projection, began, parts)) yield { ...soFar };
}

/** If the streams cannot be rebuilt together, rebuilds each by itself, so that one does not keep the others. */
async function rebuildStreams(projection: RebuiltProjection, streams: string[], parts: StreamParts): Promise<Counts> {
  for (let tries = 1; ; tries++) {
    try {
      return { streams_done: streams.length, events: await replaceRows(projection, streams, parts), failed: 0 };
    } catch (err) {
      if (isUnavailable(err) || isLocked(err)) throw err;
      if (isTransientFailure(err) && tries < MAX_TRIES) continue;
      if (streams.length === 1) {
        parts.logger.error({ err, stream: streams[0] }, 'a stream cannot be projected; its rows stay as they are');
        return { streams_done: 1, events: 0, failed: 1 };
      }
      break;
    }
  }
  const total: Counts = { streams_done: 0, events: 0, failed: 0 };
  for (const stream of streams) addTo(total, await rebuildStreams(projection, [stream], parts));
  return total;
}

/** Returns how many events it projected. */
function replaceRows(
  projection: RebuiltProjection,
  streams: string[],
  { events, database, erasures }: StreamParts,
): Promise<number> {
  const { length } = prefixOf(projection);
  const keys = streams.map((stream) => stream.slice(length));
  return lockedOut(database, projection, async (sql) => {
    const work = await deleteRows(sql, projection.tables, keys);
    let projected = 0;
    await eachStream(events, streams, async (chunk) => {
      refuseDamaged(chunk);
      await erasures.refuseUnrecorded(chunk);
      await withoutEntries(() => projection.projection(sql, chunk, true));
      projected += chunk.length;
    });
    await giveWorkBack(sql, work);
    return projected;
  });
}

/** A row is visible only after its first event is stored, so rows of new objects stay. Yields after some rows. */
async function* deleteStrays(
  projection: RebuiltProjection,
  began: string,
  { events, database, logger }: RebuildParts,
): AsyncGenerator<void> {
  const { tables, kind } = projection;
  for (const table of tables.replaced) {
    for await (const keys of untouchedKeys(database, table, began)) {
      const strays = await withoutEvents(events, projection, keys);
      yield;
      if (strays.length === 0) continue;
      const some = strays.slice(0, MAX_LOGGED);
      logger.warn({ kind, table: table.table, count: strays.length, some }, 'rows have no events; deleting them');
      await lockedOut(database, projection, async (sql) => {
        // A writer may have stored the first event of an object meanwhile. Its row must not go.
        await deleteRows(sql, tables, await withoutEvents(events, projection, strays));
      });
    }
  }
}

/** Works in a transaction while writers of the projection wait. Tries again while another transaction keeps the table. */
async function lockedOut<T>(
  database: Database,
  { tables }: RebuiltProjection,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(async (sql) => {
        await lockOutWriters(sql, tables);
        return work(sql);
      });
    } catch (error) {
      if (!isLocked(error) || tries >= MAX_TRIES_FOR_LOCK) throw error;
    }
  }
}

const isLocked = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE;

async function withoutEvents(events: EventStore, projection: RebuiltProjection, keys: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) if (!(await hadEvents(events, prefixOf(projection) + key))) found.push(key);
  return found;
}

const prefixOf = ({ tables, prefix }: RebuiltProjection): string => tables.prefix ?? prefix;
