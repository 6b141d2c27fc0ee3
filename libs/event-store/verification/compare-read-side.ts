import { setTimeout as delay } from 'node:timers/promises';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import type { Lock } from '@probity/persistence/database';
import type { Session } from '@probity/persistence/session';
import type { Projection } from '../aggregate';
import { compareAudit, type CompareParts } from '../audit/compare-audit';
import { NO_STREAM } from '../event-store';
import type { ProjectedTables } from '../rebuild/projected-tables';
import { hadEvents, inBatches } from '../rebuild/read-streams';
import { type Compared, type ComparedKind, CompareStreams } from './compare-streams';
import { type CopiedTable, copyTables } from './copied-tables';
import { MAKE_COMPARED, revisionsOf, strayRows } from './differing-rows';
import { VerificationReport } from './verification-report';

const STREAMS_AT_ONCE = 50;
/** Objects that were found to differ, before they are looked at again. */
const MAX_SUSPECTS = 1_000;
const LOOK_AGAIN_MS = 500;
/** How long a follower may take to project an event, if its append does not. */
const FOLLOWER_MS = 10_000;
/** A step that takes longer shows that it goes on. */
const PROGRESS_MS = 5_000;

/**
 * Compares the tables that projections write with the events, and changes nothing. Yields its progress, and in the end
 * what it found.
 *
 * Guarantees: it keeps a few objects in memory, however many there are, and can end anywhere. It waits for no writer, and
 * no writer waits for it.
 *
 * Not guaranteed: that it finds objects that are created while it runs.
 *
 * @throws Refusal `audit_comparison_running`
 */
export async function* compareReadSide(
  projections: readonly Projection[],
  parts: CompareParts,
  lock: Lock,
): AsyncGenerator<ReadSideVerification> {
  const report = new VerificationReport();
  for (const projection of projections) {
    const tables = projection.tables ?? projection.ownTables;
    if (!tables) continue;
    for await (const _ of compareKind(projection, tables, parts, report)) {
      if (lock.lost.aborted) throw new Error('the lock of the verification was lost; another one may run');
      yield report.line(projection.kind);
    }
  }
  yield* compareTrails(projections, parts, report);
  yield report.line(undefined, true);
}

async function* compareKind(
  projection: Projection,
  tables: ProjectedTables,
  parts: CompareParts,
  report: VerificationReport,
): AsyncGenerator<void> {
  yield;
  const session = await parts.database.openSession();
  try {
    await session.query(MAKE_COMPARED);
    const copied = await copyTables(session, tables);
    const kind = { projection, tables, copied, prefix: tables.prefix ?? projection.prefix };
    yield* neverSilent(new KindComparison(kind, session, parts, report).run());
  } finally {
    session.end();
  }
}

/** The comparison of the objects of one kind. */
class KindComparison {
  private readonly compare: CompareStreams;
  private readonly atOnce: number;
  /** what was found of objects that are looked at again in the end */
  private suspects: Compared[] = [];

  constructor(
    private readonly kind: ComparedKind,
    private readonly session: Session,
    private readonly parts: CompareParts,
    private readonly report: VerificationReport,
  ) {
    this.compare = new CompareStreams(kind, session, parts.events, parts.logger);
    this.atOnce = kind.tables.replaced.some(({ through }) => through) ? 1 : STREAMS_AT_ONCE;
  }

  async *run(): AsyncGenerator<void> {
    const streams = this.parts.events.listStreams(this.kind.projection.prefix);
    for await (const some of this.inTurn(streams)) {
      for (const compared of some) {
        this.report.count({ streams: 1, events: compared.events, erased: compared.isErased ? 1 : 0 });
        this.note(compared);
      }
      yield;
      if (this.suspects.length >= MAX_SUSPECTS) yield* this.lookAgain();
    }
    yield* this.lookAgain();
    for (const copied of this.kind.copied.filter(({ isCompleted }) => !isCompleted)) yield* this.noteStrays(copied);
  }

  private note(compared: Compared): void {
    const { stream, error, differences, behind } = compared;
    if (error !== undefined) this.report.addUnprojected(stream);
    else if (differences.length > 0 || behind !== undefined) this.suspects.push(compared);
  }

  /**
   * Reports the objects that differ also later. An object may have changed in a way that is no event, and a follower may
   * not have projected the newest events yet.
   */
  private async *lookAgain(): AsyncGenerator<void> {
    const until = performance.now() + (this.parts.events.isAtomic ? 0 : FOLLOWER_MS);
    for (let rounds = 0; this.suspects.length > 0 && (rounds === 0 || performance.now() < until); rounds++) {
      await delay(LOOK_AGAIN_MS);
      const differing = await this.caughtUp();
      for await (const some of this.inTurn(each(differing))) {
        for (const compared of some) this.note(compared);
        yield;
      }
    }
    if (this.suspects.length > 0) await delay(LOOK_AGAIN_MS);
    const differing = this.suspects.filter(({ differences }) => differences.length > 0);
    await this.caughtUp();
    for (const compared of [...differing, ...this.suspects.splice(0)]) this.addDifferences(compared);
  }

  /**
   * Leaves only the objects whose row lacked events, and still does. An object that always changes lacks other ones each
   * time. Returns the streams of those whose rows differ, which have to be compared again.
   */
  private async caughtUp(): Promise<string[]> {
    const differing = this.suspects.filter(({ differences }) => differences.length > 0);
    const behind = this.suspects.filter(({ differences }) => differences.length === 0);
    const keys = behind.map(({ stream }) => this.keyOf(stream));
    const revisions = await revisionsOf(this.session, this.kind.copied[0]!, keys);
    this.suspects = behind.filter((one) => (revisions.get(this.keyOf(one.stream)) ?? NO_STREAM) < one.behind!);
    return differing.map(({ stream }) => stream);
  }

  private addDifferences({ stream, differences }: Compared): void {
    const { table } = this.kind.copied[0]!.of;
    const lacksEvents = { table, problem: 'changed' as const, rows: 1, fields: ['revision'] };
    for (const { table: of, ...difference } of differences.length > 0 ? differences : [lacksEvents]) {
      this.report.addDifference(of, stream, difference);
    }
  }

  /** Notes rows without events. A row is visible only after its first event is stored, so rows of new objects have some. */
  private async *noteStrays(copied: CopiedTable): AsyncGenerator<void> {
    const { table, through } = copied.of;
    for await (const rows of strayRows(this.session, copied)) {
      for (const { key, rows: count } of rows) {
        const stream = through ? `${through.table} ${key}` : this.kind.prefix + key;
        if (!through && (await hadEvents(this.parts.events, stream))) continue;
        this.report.addDifference(table, stream, { problem: 'unexplained', rows: count, fields: [] });
      }
      yield;
    }
  }

  private async *inTurn(streams: AsyncIterable<string>): AsyncGenerator<Compared[]> {
    for await (const some of inBatches(streams, this.atOnce)) yield await this.compare.compare(some);
  }

  private keyOf(stream: string): string {
    return stream.slice(this.kind.prefix.length);
  }
}

async function* each<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}

/** Yields also during a long step. If the caller leaves, the step fails when its session ends. */
async function* neverSilent(work: AsyncGenerator<void>): AsyncGenerator<void> {
  try {
    for (;;) {
      const next = work.next();
      next.catch(() => {}); // it is awaited below, unless the caller leaves before
      const hasEnded = next.then(
        () => true,
        () => true,
      );
      while (!(await Promise.race([hasEnded, delay(PROGRESS_MS, false, { ref: false })]))) yield;
      if ((await next).done) return;
      yield;
    }
  } finally {
    void work.return(undefined).catch(() => {});
  }
}

async function* compareTrails(
  projections: readonly Projection[],
  parts: CompareParts,
  report: VerificationReport,
): AsyncGenerator<ReadSideVerification> {
  const schemas = new Set(projections.flatMap(({ audit }) => audit?.trail.schema ?? []));
  for (const schema of schemas) {
    yield report.line('audit trails');
    const ofTrail = projections.filter(({ audit }) => audit?.trail.schema === schema);
    for await (const line of compareAudit(ofTrail, parts)) {
      if (!line.done) {
        yield report.line('audit trails');
        continue;
      }
      addTrail(report, `${schema}.audit_events`, line);
    }
  }
}

function addTrail(report: VerificationReport, table: string, line: AuditComparison): void {
  const { first, unreadable } = line;
  report.addUnreadable(unreadable, first?.kind === 'unreadable' ? (first.stream ?? first.detail) : undefined);
  for (const problem of ['changed', 'missing', 'unexplained'] as const) {
    if (line[problem] === 0) continue;
    const { stream, fields = [] } = first?.kind === problem ? first : {};
    report.addDifference(table, stream, { problem, rows: line[problem], fields });
  }
}
