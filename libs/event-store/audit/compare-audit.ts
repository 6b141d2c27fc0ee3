import type { AuditComparison, AuditDifference } from '@probity/contracts/audit/comparison';
import type { Database } from '@probity/persistence/database';
import { sqlState } from '@probity/persistence/failures';
import { isUnavailable } from '@probity/persistence/unavailable';
import { invalid, Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import type { Projection } from '../aggregate';
import { EventDamaged, refuseDamaged } from '../damaged';
import type { EventStore, RecordedEvent } from '../event-store';
import { RecordedErasures } from '../personal-data/recorded-erasures';
import { inBatches, someAtOnce } from '../rebuild/read-streams';
import type { AuditedStreams, AuditTrail, TrailEntry } from './audit-trail';
import { ExplainedEntries } from './explained-entries';
import { afterTransactions, correctRows, stillMissing, unexplainedRows, type WrongRow, wrongRows } from './trail-rows';
import { TrailTurn } from './trail-turn';

const STREAMS_IN_TURN = 200;
const ENTRIES_AT_ONCE = 500;
/** How long a follower may take to project an event, if its append does not. */
const FOLLOWER_MS = 10_000;
const LOOK_AGAIN_MS = 500;
/** How long the transactions that are in progress at the beginning may take. */
const PATIENCE_MS = 30_000;
const MAX_REMEMBERED = 1_000;
const MAX_LOGGED = 10;

export interface CompareParts {
  /** with personal data in clear, if entries have some */
  events: EventStore;
  /** with the role of the service that owns the trails */
  database: Database;
  logger: Logger;
}

export interface CompareOptions {
  /**
   * whether to replace, add and remove rows until the trails are what the events say. Rows of a trail are not removed if
   * one of its streams cannot be read, because that stream may explain them
   */
  correct?: boolean;
  /** compares only the entries of this tenant, and the entries that concern all tenants */
  tenantId?: string;
  /** how long transactions that are in progress at the beginning may take; default 30 s */
  patienceMs?: number;
  /** whether it ends when another comparison wants to begin: no person waits for this one */
  givesWay?: boolean;
}

/** An entry, and where its event is. */
interface Found {
  entry: TrailEntry;
  stream: string;
  revision: number;
}

type Audited = Projection & { audit: AuditedStreams };
const isAudited = (projection: Projection): projection is Audited => projection.audit !== undefined;

type Counts = Required<Omit<AuditComparison, 'first' | 'done' | 'kind' | 'broken'>>;

/**
 * Compares the audit trails that the projections write with the events: each event has its entry, each row is what its
 * event says, and no row is without an event. Yields its progress, and in the end the sums.
 *
 * Guarantees: reads the events once, and keeps a few streams and entries in memory. It can end anywhere.
 *
 * Not guaranteed: that it finds rows that are written while it runs.
 *
 * @throws Refusal `audit_comparison_running`
 */
export async function* compareAudit(
  projections: readonly Projection[],
  parts: CompareParts,
  options: CompareOptions = {},
): AsyncGenerator<AuditComparison> {
  const audited = projections.filter(isAudited);
  const schemas = new Map(audited.map(({ audit }) => [audit.trail.schema, audit.trail]));
  const total: Counts = { streams: 0, entries: 0, missing: 0, changed: 0, unexplained: 0, unreadable: 0 };
  let first: AuditDifference | undefined;
  for (const trail of schemas.values()) {
    const turn = new TrailTurn(parts.database, trail.schema);
    const lock = options.givesWay ? await turn.takeToGiveWay() : await turn.take();
    if (!lock) throw comparisonRunning();
    try {
      const compared = new Comparison(trail, parts, options, total);
      for await (const kind of compared.run(audited.filter(({ audit }) => audit.trail.schema === trail.schema))) {
        if (lock.lost.aborted) throw new Error('the lock of the comparison was lost; another one may run');
        if (options.givesWay && (await turn.isWanted())) throw comparisonRunning();
        first ??= compared.first;
        yield { kind, ...total, ...(first && { first }), done: false };
      }
      first ??= compared.first;
    } finally {
      lock.release();
    }
  }
  yield { ...total, ...(first && { first }), done: true };
}

const comparisonRunning = (): Refusal =>
  invalid('audit_comparison_running', 'an audit trail is being compared; retry when it has ended');

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
const isImpossible = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

/** The comparison of one trail. Adds to the counts. */
class Comparison {
  first: AuditDifference | undefined;
  private readonly waiting = new Map<string, Found>();
  private readonly erasures: RecordedErasures;
  private isComplete = true;
  private readonly explained: ExplainedEntries;

  constructor(
    private readonly trail: AuditTrail,
    private readonly parts: CompareParts,
    private readonly options: CompareOptions,
    private readonly counts: Counts,
  ) {
    this.erasures = new RecordedErasures(parts.events);
    this.explained = new ExplainedEntries(parts.database, trail);
  }

  /** Yields the kind of the streams after some of them. */
  async *run(projections: Audited[]): AsyncGenerator<string> {
    const { database } = this.parts;
    const { correct = false, tenantId, patienceMs = PATIENCE_MS, givesWay = false } = this.options;
    await this.explained.clear();
    const { before, isSure } = await afterTransactions(database, patienceMs);
    if (!isSure && givesWay)
      throw new Refusal('overloaded', 'unavailable', 'a transaction in Postgres does not end; retry when it has ended');
    if (!isSure && !correct) {
      this.counts.unreadable++;
      this.note({
        kind: 'unreadable',
        detail: 'a transaction in Postgres does not end: rows since its begin are unproven',
      });
    }
    for (const projection of projections) {
      yield projection.kind;
      yield* this.compareKind(projection);
    }
    await this.lookAgain();
    const problem = await this.explained.problem();
    if (problem !== undefined) this.noteUnreadable(new Error(problem));
    for await (const ids of unexplainedRows(database, this.trail, before, tenantId)) {
      await this.noteUnexplained(ids);
      yield 'rows';
    }
    await this.explained.clear();
  }

  /** Compares the entries of some streams while it reads the next ones. */
  private async *compareKind(projection: Audited): AsyncGenerator<string> {
    let comparing = Promise.resolve();
    try {
      for await (const streams of inBatches(this.parts.events.listStreams(projection.prefix), STREAMS_IN_TURN)) {
        const found = await this.readStreams(projection, streams);
        await comparing;
        comparing = this.compare(found);
        comparing.catch(() => {}); // it is thrown after the next streams have been read
        yield projection.kind;
      }
      await comparing;
    } finally {
      await comparing.catch(() => {});
    }
  }

  /** Returns the last entries of these streams, and compares the others if there are many. */
  private async readStreams(projection: Audited, streams: string[]): Promise<Found[]> {
    const found: Found[] = [];
    await someAtOnce(streams, async (stream) => {
      await this.readEntries(projection, stream, async (entries) => {
        found.push(...entries);
        if (found.length >= ENTRIES_AT_ONCE) await this.compare(found.splice(0));
      });
      this.counts.streams++;
    });
    return found;
  }

  private async readEntries(
    { audit }: Audited,
    stream: string,
    handle: (entries: Found[]) => Promise<void>,
  ): Promise<void> {
    const entryOf = audit.begin();
    try {
      for await (const events of this.parts.events.readStream(stream)) {
        const own = events.filter(({ isForeign }) => !isForeign);
        await this.erasures.refuseUnrecorded(own.filter((event) => this.concerns(event.data)));
        await handle(own.flatMap((event) => this.foundIn(event, entryOf) ?? []));
      }
    } catch (err) {
      if (isUnavailable(err)) throw err;
      this.noteUnreadable(err, stream, err instanceof EventDamaged ? err.revision : undefined);
    }
  }

  private noteUnreadable(err: unknown, stream?: string, revision?: number): void {
    this.isComplete = false;
    this.counts.unreadable++;
    const detail = err instanceof Error ? err.message : String(err);
    this.note({
      kind: 'unreadable',
      ...(stream !== undefined && { stream }),
      ...(revision !== undefined && { revision }),
      detail,
    });
    this.parts.logger.error({ err, stream, revision }, 'audit entries cannot be read from the events');
  }

  /** @throws EventDamaged */
  private foundIn(event: RecordedEvent, entryOf: ReturnType<AuditedStreams['begin']>): Found | undefined {
    refuseDamaged([event]);
    const entry = entryOf(event);
    if (!entry || !this.concerns(entry)) return undefined;
    return { entry, stream: event.stream, revision: event.revision };
  }

  /** Whether something of a tenant is compared. */
  private concerns(about: unknown): boolean {
    const { tenantId } = this.options;
    const of = (about as Partial<TrailEntry> | undefined | null)?.tenant_id ?? null;
    return tenantId === undefined || of === null || of === tenantId;
  }

  /** An event that was changed may make an entry that no row can have. The others are compared nevertheless. */
  private async compare(found: Found[]): Promise<void> {
    const [first, ...others] = found;
    if (!first) return;
    try {
      await this.compareTogether(found);
    } catch (err) {
      if (!isImpossible(err)) throw err;
      if (others.length === 0) return this.noteUnreadable(err, first.stream, first.revision);
      for (const one of found) await this.compare([one]);
    }
  }

  private async compareTogether(found: Found[]): Promise<void> {
    const { database, events } = this.parts;
    const { correct = false } = this.options;
    const entries = found.map(({ entry }) => entry);
    const wrong = await wrongRows(database, this.trail, entries, !correct);
    await this.explained.add(entries);
    if (correct && wrong.length > 0) await correctRows(database, this.trail, { wrong });
    this.counts.entries += found.length;
    if (wrong.length === 0) return;
    const places = new Map(found.map((one) => [one.entry.id, one]));
    for (const row of wrong) this.noteWrong(row, places.get(row.id)!, !events.isAtomic && !correct);
    this.log(wrong);
  }

  private noteWrong({ id, is_missing, fields }: WrongRow, found: Found, mayCome: boolean): void {
    if (is_missing && mayCome && this.waiting.size < MAX_REMEMBERED) this.waiting.set(id, found);
    else if (is_missing) this.noteMissing(found);
    else {
      const { stream, revision } = found;
      this.counts.changed++;
      this.note({ kind: 'changed', entry_id: id, fields, stream, revision });
    }
  }

  private noteMissing({ entry, stream, revision }: Found): void {
    this.counts.missing++;
    this.note({ kind: 'missing', entry_id: entry.id, stream, revision });
  }

  /** A follower may not have projected the newest events yet. */
  private async lookAgain(): Promise<void> {
    let missing = [...this.waiting.keys()];
    for (let waited = 0; missing.length > 0; waited += LOOK_AGAIN_MS) {
      missing = await stillMissing(this.parts.database, this.trail, missing);
      if (missing.length === 0 || waited >= FOLLOWER_MS) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    for (const id of missing) this.noteMissing(this.waiting.get(id)!);
  }

  private async noteUnexplained(ids: string[]): Promise<void> {
    this.counts.unexplained += ids.length;
    for (const id of ids.slice(0, 1)) this.note({ kind: 'unexplained', entry_id: id });
    const about = { schema: this.trail.schema, count: ids.length, some: ids.slice(0, MAX_LOGGED) };
    this.parts.logger.warn(about, 'audit entries have no event');
    if (this.options.correct && this.isComplete)
      await correctRows(this.parts.database, this.trail, { unexplained: ids });
  }

  private note(difference: Omit<AuditDifference, 'trail'>): void {
    this.first ??= { trail: this.trail.schema, ...difference };
  }

  private log(wrong: WrongRow[]): void {
    const some = wrong.slice(0, MAX_LOGGED).map(({ id, is_missing }) => ({ id, is_missing }));
    const about = { schema: this.trail.schema, count: wrong.length, some };
    this.parts.logger.warn(about, 'audit entries are missing or differ from their events');
  }
}
