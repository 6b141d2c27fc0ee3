import { setTimeout as delay } from 'node:timers/promises';
import {
  type AcceptedEvent,
  INGESTION_STREAM_PREFIX,
  type IngestionEvent,
  type ProcessedEvent,
} from '@probity/contracts/pipeline/ingestion-events';
import { isReadable } from '@probity/event-store/damaged';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import type { VerificationReport } from '@probity/event-store/verification/verification-report';
import type { Database } from '@probity/persistence/database';
import type { Session } from '@probity/persistence/session';
import { areOlderEventsRecorded } from '../ingestion/older-events';
import { SetAsides } from '../ingestion/set-asides';
import { withoutErased } from '../ingestion/without-erased';
import { neverStoredLeftOut } from '../ingestion/project-ingestion';
import {
  type AcceptedRow,
  differingAccepted,
  differingOutcome,
  FIND_ACCEPTED,
  FIND_OUTCOMES,
  INBOX,
  OUTCOMES,
  type OutcomeRow,
} from './compared-rows';

/** Rows that differ, before they are looked at again. */
const MAX_SUSPECTS = 1_000;
const LOOK_AGAIN_MS = 500;
const FOLLOWER_MS = 10_000;
const MAX_NAMED = 5;

/** The rows at the beginning; an event of each is stored before. Rows that no event explains are left in the end. */
const MAKE_UNEXPLAINED = [
  `CREATE TEMPORARY TABLE unexplained (event_id uuid, tenant_id uuid, is_outcome boolean, recorded boolean,
     PRIMARY KEY (event_id, is_outcome, tenant_id))`,
  `INSERT INTO unexplained
   SELECT event_id, tenant_id, false, recorded FROM pipeline.inbox
   UNION ALL SELECT event_id, tenant_id, true, recorded FROM pipeline.processed_events`,
  'ANALYZE unexplained',
];
const EXPLAIN = `
  DELETE FROM unexplained u USING unnest($2::uuid[], $3::uuid[]) AS e (tenant_id, event_id)
  WHERE u.is_outcome = $1 AND u.event_id = e.event_id AND u.tenant_id = e.tenant_id`;
/** Rows of an earlier version may be in no event until all of them are. */
const FORGET_OLDER = 'DELETE FROM unexplained WHERE NOT recorded';
const COUNT_UNEXPLAINED = 'SELECT count(*)::int AS rows FROM unexplained WHERE is_outcome = $1';
const SOME_UNEXPLAINED = `SELECT event_id FROM unexplained WHERE is_outcome = $1 ORDER BY event_id LIMIT ${MAX_NAMED}`;

/** Of events without a customer whose key is destroyed: the customer of the row is not erased. */
const NOT_ERASED = `
  SELECT e.event_id FROM unnest($1::uuid[], $2::uuid[]) AS e (tenant_id, event_id)
  WHERE EXISTS (SELECT FROM pipeline.inbox i WHERE i.event_id = e.event_id AND i.tenant_id = e.tenant_id)
    OR EXISTS (
      SELECT FROM pipeline.processed_events p JOIN customer_risk.customers c ON c.id = p.customer_id
      WHERE p.event_id = e.event_id AND p.tenant_id = e.tenant_id AND c.erased_at IS NULL)`;
const ERASED = 'SELECT id FROM customer_risk.customers WHERE id = ANY($1) AND erased_at IS NOT NULL';

/** An accepted event or an outcome, and where it is in the event store. */
interface Placed<Item> {
  stream: string;
  tenant_id: string;
  item: Item;
}

/** A row that is missing or differs. */
interface Suspect {
  table: string;
  event_id: string;
  tenant_id: string;
  stream: string;
  problem: 'changed' | 'missing';
  fields: string[];
}

/**
 * Compares the inbox and the outcomes of events with the event store, and changes nothing. It adds what it finds to the
 * report, and yields after each read. Rows that an earlier version stored are left out until they are in events.
 *
 * Not guaranteed: that it finds what is wrong with events that are accepted while it runs.
 *
 * @param followerMs how long a follower may take to store what an event says, if that is not one transaction
 */
export async function* compareAcceptedEvents(
  parts: { events: EventStore; database: Database },
  report: VerificationReport,
  followerMs = FOLLOWER_MS,
): AsyncGenerator<void> {
  const session = await parts.database.openSession();
  try {
    yield* new Comparison(session, parts.events, report, followerMs).run();
  } finally {
    session.end();
  }
}

class Comparison {
  private suspects: Suspect[] = [];
  /** until when it looks again at what differs, of `performance.now()` */
  private until: number | undefined;
  private setAsides = new SetAsides();

  constructor(
    private readonly session: Session,
    private readonly events: EventStore,
    private readonly report: VerificationReport,
    private readonly followerMs: number,
  ) {}

  async *run(): AsyncGenerator<void> {
    for (const statement of MAKE_UNEXPLAINED) await this.session.query(statement);
    yield;
    this.setAsides = await SetAsides.read(this.events);
    const { signal } = new AbortController();
    for await (const { events } of this.events.readToEnd(INGESTION_STREAM_PREFIX, undefined, signal)) {
      const readable = events.filter((event) => this.canRead(event));
      this.report.count({ streams: readable.length, events: readable.length });
      this.suspects.push(...(await this.compare(readable, true)));
      yield;
      if (this.suspects.length >= MAX_SUSPECTS) yield* this.lookAgain();
    }
    yield* this.lookAgain();
    if (!(await areOlderEventsRecorded(this.events))) await this.session.query(FORGET_OLDER);
    await this.noteUnexplained(INBOX, false);
    await this.noteUnexplained(OUTCOMES, true);
  }

  private canRead(event: RecordedEvent): boolean {
    if (event.isForeign) return false;
    if (event.type === 'OlderEventsRecorded' && isReadable(event) && event.revision === 0) return false;
    if (isRead(event)) return true;
    this.report.addUnprojected(event.stream); // the other events are compared
    return false;
  }

  private async compare(events: RecordedEvent[], counts = false): Promise<Suspect[]> {
    for (const event of events) this.setAsides.meet(event);
    const stored = (events as (RecordedEvent & IngestionEvent)[]).map((event) =>
      neverStoredLeftOut(event, this.setAsides),
    );
    const own = await withoutErased(this.session, stored);
    const accepted = own.flatMap(({ type, stream, data }) => (type === 'EventsAccepted' ? placed(stream, data) : []));
    const outcomes = own.flatMap(({ type, stream, data }) => (type === 'EventsProcessed' ? placed(stream, data) : []));
    if (counts) {
      this.report.count({ erased: accepted.filter(({ item }) => isErased(item)).length });
      await this.noteUnreadable([...accepted, ...outcomes]);
    }
    return [...(await this.compareAccepted(accepted)), ...(await this.compareOutcomes(outcomes))];
  }

  /** Content that cannot be read although its customer was not erased. The rows of customers are compared elsewhere. */
  private async noteUnreadable(items: Placed<AcceptedEvent | ProcessedEvent>[]): Promise<void> {
    const lacking = items.filter(({ item }) => item.content === undefined);
    if (lacking.length === 0) return;
    const customers = lacking.flatMap(({ item }) => item.customer_id ?? []);
    const { rows } = await this.session.query<{ id: string }>(ERASED, [customers]);
    const erased = new Set(rows.map(({ id }) => id));
    const withoutCustomer = lacking.filter(({ item }) => item.customer_id === undefined);
    const kept = await this.session.query<{ event_id: string }>(NOT_ERASED, idsOf(withoutCustomer));
    const notErased = new Set(kept.rows.map(({ event_id }) => event_id));
    const wrong = lacking.filter(
      ({ item: { isUnreadable, customer_id, event_id } }) =>
        isUnreadable || (customer_id === undefined ? notErased.has(event_id) : !erased.has(customer_id)),
    );
    for (const stream of new Set(wrong.map((each) => each.stream))) this.report.addUnprojected(stream);
  }

  /** The event of an erased customer may be gone. */
  private async compareAccepted(accepted: Placed<AcceptedEvent>[]): Promise<Suspect[]> {
    const rows = await this.find<AcceptedRow>(FIND_ACCEPTED, accepted);
    const suspects = accepted.flatMap(({ item, stream, tenant_id }, n): Suspect[] => {
      if (item.content === undefined) return [];
      const { event_id } = item;
      const row = rows.get(n);
      if (!row) return [{ table: INBOX, event_id, tenant_id, stream, problem: 'missing', fields: [] }];
      const fields = differingAccepted(item, row, tenant_id, this.setAsides.has(event_id));
      const table = row.is_processed ? OUTCOMES : INBOX;
      return fields.length > 0 ? [{ table, event_id, tenant_id, stream, problem: 'changed', fields }] : [];
    });
    await this.explain(false, without(suspects, accepted));
    return suspects;
  }

  private async compareOutcomes(outcomes: Placed<ProcessedEvent>[]): Promise<Suspect[]> {
    const readable = outcomes.filter(({ item }) => !item.isUnreadable);
    const rows = await this.find<OutcomeRow>(FIND_OUTCOMES, readable);
    const suspects = readable.flatMap(({ item, stream, tenant_id }, n): Suspect[] => {
      const row = rows.get(n);
      const suspect = { table: OUTCOMES, event_id: item.event_id, tenant_id, stream, fields: [] };
      if (!row) return [{ ...suspect, problem: 'missing' }];
      const fields = differingOutcome(item, row);
      return fields.length > 0 ? [{ ...suspect, problem: 'changed', fields }] : [];
    });
    await this.explain(true, without(suspects, outcomes));
    return suspects;
  }

  /** By the place of the item. */
  private async find<Row extends { place: number }>(
    statement: string,
    items: Placed<AcceptedEvent | ProcessedEvent>[],
  ): Promise<Map<number, Row>> {
    if (items.length === 0) return new Map();
    const { rows } = await this.session.query<Row & Record<string, unknown>>(statement, idsOf(items));
    return new Map(rows.map((row) => [row.place - 1, row]));
  }

  private async explain(isOutcome: boolean, items: Placed<AcceptedEvent | ProcessedEvent>[]): Promise<void> {
    if (items.length === 0) return;
    await this.session.query(EXPLAIN, [isOutcome, ...idsOf(items)]);
  }

  /**
   * Reports the rows that differ also later. A customer may have been erased meanwhile, and a follower may not have stored
   * the newest outcomes yet. If very many differ, the last ones are reported at once.
   */
  private async *lookAgain(): AsyncGenerator<void> {
    const isFirst = this.until === undefined;
    this.until ??= performance.now() + this.followerMs;
    const { until } = this;
    const isOver = (rounds: number): boolean =>
      (rounds > 0 && this.events.isAtomic) || ((rounds > 0 || !isFirst) && performance.now() >= until);
    for (let rounds = 0; this.suspects.length > 0 && !isOver(rounds); rounds++) {
      await delay(LOOK_AGAIN_MS);
      yield;
      const before = new Set(this.suspects.map(keyOf));
      const streams = new Set(this.suspects.map(({ stream }) => stream));
      this.suspects = [];
      for (const stream of streams) {
        for await (const events of this.events.readStream(stream)) {
          const found = await this.compare(events.filter((event) => this.canRead(event)));
          this.suspects.push(...found.filter((suspect) => before.has(keyOf(suspect))));
        }
        yield;
      }
    }
    for (const suspect of this.suspects.splice(0)) await this.addDifference(suspect);
  }

  /** With EventStoreDB an event may be there twice, and its outcome. The first that was stored counts, and explains the row. */
  private async addDifference({ table, event_id, tenant_id, stream, problem, fields }: Suspect): Promise<void> {
    if (problem === 'changed' && (table === INBOX || !fields.includes('payload'))) {
      const { rowCount } = await this.session.query(EXPLAIN, [table === OUTCOMES, [tenant_id], [event_id]]);
      if (rowCount === 0 && !this.events.isAtomic) return;
    }
    this.report.addDifference(table, `${stream} event ${event_id}`, { problem, rows: 1, fields });
  }

  private async noteUnexplained(table: string, isOutcome: boolean): Promise<void> {
    const count = await this.session.query<{ rows: number }>(COUNT_UNEXPLAINED, [isOutcome]);
    const { rows } = count.rows[0]!;
    if (rows === 0) return;
    const some = await this.session.query<{ event_id: string }>(SOME_UNEXPLAINED, [isOutcome]);
    const names = some.rows.map(({ event_id }) => `event ${event_id}`);
    for (const [n, name] of names.entries()) {
      const rest = n === names.length - 1 ? rows - n : 1;
      this.report.addDifference(table, name, { problem: 'unexplained', rows: rest, fields: [] });
    }
  }
}

const isRead = (event: RecordedEvent): boolean =>
  isReadable(event) && Array.isArray((event.data as Partial<IngestionEvent['data']>).events);

/** The items that are not suspects. */
function without<Item extends AcceptedEvent | ProcessedEvent>(
  suspects: Suspect[],
  items: Placed<Item>[],
): Placed<Item>[] {
  const differing = new Set(suspects.map(({ stream, event_id }) => stream + event_id));
  return items.filter(({ stream, item }) => !differing.has(stream + item.event_id));
}

const isErased = ({ content, isUnreadable }: AcceptedEvent): boolean => content === undefined && !isUnreadable;

/** The tenants and the ids, as two arrays. */
const idsOf = (items: Placed<AcceptedEvent | ProcessedEvent>[]): [string[], string[]] => [
  items.map(({ tenant_id }) => tenant_id),
  items.map(({ item }) => item.event_id),
];

const keyOf = ({ table, event_id, stream }: Suspect): string => `${table} ${event_id} ${stream}`;

const placed = <Item>(stream: string, { tenant_id, events }: { tenant_id: string; events: Item[] }): Placed<Item>[] =>
  events.map((item) => ({ stream, tenant_id, item }));
