import { reportFindings } from '@probity/contracts/customers/commands';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database, Sql } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import { customerSubject, referenceOf } from '../ingestion/event-reference';
import { resolveCustomers } from '../ingestion/resolve-customers';
import { withoutRaisedByOthers } from '../screening/raised-alerts';
import { type ClaimedSubject, claimSubjects, dueSubjects, type PendingEvent } from './claim';
import { loadCustomers } from './load-customers';
import type { MonitoringRules } from './monitor-event';
import { advanceSubjects, storeOutcomes } from './outcome';
import { processSubject, type SubjectResult } from './process-subject';
import type { EarlierEvent, Screening } from './stages';
import type { TenantEngines } from './tenant-engines';
import type { WindowsCache } from './windows-cache';
import type { TransactionPayload } from './transaction-activity';

const MAX_ATTEMPTS = 5;
const FIRST_RETRY_S = 1;
const MAX_RETRY_S = 60;

const EARLIER = `
  SELECT p.tenant_id, p.transaction_id, p.event_id
  FROM unnest($1::uuid[], $2::text[]) AS w (tenant_id, transaction_id)
  JOIN pipeline.processed_events p ON p.tenant_id = w.tenant_id AND p.transaction_id = w.transaction_id`;
const FORGET_PROCESSED = `
  DELETE FROM pipeline.inbox i USING pipeline.processed_events p
  WHERE i.event_id = ANY($1) AND p.tenant_id = i.tenant_id AND p.event_id = i.event_id RETURNING i.event_id`;
const GIVE_TO_CUSTOMER = `
  UPDATE pipeline.inbox i SET subject = g.new_subject, customer_id = g.customer_id
  FROM unnest($1::text[], $2::text[], $3::uuid[]) AS g (subject, new_subject, customer_id)
  WHERE i.subject = g.subject AND i.status = 'pending'`;
const NOBODY_HAS = `
  UPDATE pipeline.inbox SET status = 'unresolved' WHERE subject = ANY($1) AND status = 'pending'`;
const FAILED = `
  UPDATE pipeline.inbox SET attempts = $2, last_error = $3, status = $4 WHERE event_id = $1`;
/** What comes after a failed event waits with it. */
const WAIT = `
  UPDATE pipeline.inbox SET due_at = now() + make_interval(secs => $2) WHERE subject = $1 AND status = 'pending'`;

export interface RoundParts {
  database: Database;
  commands: CommandBus;
  engines: TenantEngines;
  rulesOf: (tenantIds: string[]) => Promise<ReadonlyMap<string, MonitoringRules>>;
  screening: Screening;
  windows: WindowsCache;
  logger: Logger;
}

/**
 * Processes some of what is due, in one transaction; answers whether there was anything. When it cannot
 * be stored as a whole, the first event of each customer is tried by itself, so that one cannot hold back
 * the others.
 */
export async function processRound(parts: RoundParts): Promise<boolean> {
  const due = await dueSubjects(parts.database);
  if (due.length === 0) return false;
  try {
    return await processTogether(parts, due);
  } catch (err) {
    if (isUnavailable(err)) throw err;
    parts.logger.warn({ err, customers: due.length }, 'a batch of events failed; each customer is tried by itself');
    let progress = false;
    for (const subject of due) progress = (await processAlone(parts, subject)) || progress;
    return progress;
  }
}

/** Processes the first event of a subject, so that what cannot be stored is known to be this one's. */
async function processAlone(parts: RoundParts, subject: string): Promise<boolean> {
  try {
    return await processTogether(parts, [subject], 1);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    await parts.database.transaction(async (sql) => {
      const [claimed] = await claimSubjects(sql, [subject], 1);
      if (claimed) await putOff(sql, claimed.subject, claimed.events[0]!, error, parts.logger);
    });
    return true;
  }
}

async function processTogether(parts: RoundParts, due: string[], mostEvents?: number): Promise<boolean> {
  const touched: string[] = [];
  try {
    const results = await parts.database.transaction(async (sql) => {
      const claimed = await claimSubjects(sql, due, mostEvents);
      if (claimed.length === 0) return [];
      const ofCustomers = claimed.filter(({ events }) => events[0]!.customer_id !== null);
      await settleReferences(
        sql,
        claimed.filter(({ events }) => events[0]!.customer_id === null),
      );
      touched.push(...ofCustomers.map(({ events }) => events[0]!.customer_id!));
      const processed = await processCustomers(sql, parts, ofCustomers);
      const moved = processed.filter(({ outcomes }) => outcomes.length > 0).map(({ subject }) => subject);
      const outcomes = processed.flatMap((subject) => subject.outcomes);
      // Sent together, to wait once.
      await Promise.all([storeOutcomes(sql, outcomes), advanceSubjects(sql, moved)]);
      for (const { subject, failure } of processed) {
        if (failure) await putOff(sql, subject.subject, failure.event, failure.error, parts.logger);
      }
      return claimed;
    });
    return results.length > 0;
  } catch (error) {
    for (const customerId of touched) parts.windows.forget(customerId);
    throw error;
  }
}

/** Events under a reference: somebody has it now, or they wait. Their subject is held, see `adoptWaiting`. */
async function settleReferences(sql: Sql, claimed: ClaimedSubject[]): Promise<void> {
  if (claimed.length === 0) return;
  const customers = await resolveCustomers(
    sql,
    claimed.map(({ events: [event] }) => referenceOf(event!.tenant_id, event!.event_type, event!.payload)),
  );
  const found = claimed.filter(({ subject }) => customers.has(subject));
  const nobody = claimed.filter(({ subject }) => !customers.has(subject));
  if (found.length > 0) {
    const ids = found.map(({ subject }) => customers.get(subject)!);
    await sql.query(GIVE_TO_CUSTOMER, [found.map(({ subject }) => subject), ids.map(customerSubject), ids]);
  }
  if (nobody.length > 0) await sql.query(NOBODY_HAS, [nobody.map(({ subject }) => subject)]);
}

async function processCustomers(sql: Sql, parts: RoundParts, claimed: ClaimedSubject[]): Promise<SubjectResult[]> {
  if (claimed.length === 0) return [];
  const events = claimed.flatMap((subject) => subject.events);
  const tenantIds = [...new Set(events.map(({ tenant_id }) => tenant_id))];
  const needsLists = events.some(
    ({ event_type, payload }) => event_type !== 'transaction' || 'counterparty' in payload,
  );
  const [subjects, customers, rules, engines, transactions] = await Promise.all([
    withoutProcessed(sql, claimed),
    loadCustomers(sql, claimed.map(customerOf)),
    parts.rulesOf(tenantIds),
    parts.engines.of(tenantIds),
    Transactions.of(sql, events),
    needsLists ? parts.screening.refresh() : undefined,
  ]);
  const wanted = subjects.map((subject) => {
    const { tenant_id } = subject.events[0]!;
    return {
      customer_id: customerOf(subject),
      version: subject.version,
      rules: rules.get(tenant_id)!.rules,
      countryLists: engines.get(tenant_id)!.countryLists,
      at: Math.min(...subject.events.map(timeOf)),
    };
  });
  const windows = await parts.windows.of(sql, wanted);

  const results = await Promise.all(
    subjects.map((subject) => {
      const customerId = customerOf(subject);
      const customer = customers.get(customerId);
      if (!customer) throw new Error(`customer ${customerId} has events and cannot be read`);
      const { settings, countryLists } = engines.get(customer.tenant_id)!;
      return processSubject(subject, {
        customer,
        settings,
        countryLists,
        monitoring: rules.get(customer.tenant_id)!,
        windows: windows.get(customerId)!,
        screening: parts.screening,
        earlierEventOf: (event) => transactions.earlierThan(event),
        notRaised: (eventId, alerts) => withoutRaisedByOthers(parts.database, alerts, eventId),
        report: (request) => parts.commands.send(reportFindings, request),
      });
    }),
  );
  results.forEach(({ subject, outcomes, failure }, index) => {
    const { customer_id, version, ...basis } = wanted[index]!;
    if (failure) return parts.windows.forget(customer_id);
    const moved = outcomes.length > 0 ? version + 1 : version;
    const remembered = { ...basis, version: moved, windows: windows.get(customer_id)! };
    parts.windows.remember(customer_id, remembered, subject.last_activity_at ?? 0);
  });
  return results;
}

/** A command that came again after its event was processed put it into the inbox a second time. */
async function withoutProcessed(sql: Sql, claimed: ClaimedSubject[]): Promise<ClaimedSubject[]> {
  const ids = claimed.flatMap(({ events }) => events.map(({ event_id }) => event_id));
  if (ids.length === 0) return [];
  const { rows } = await sql.query<{ event_id: string }>(FORGET_PROCESSED, [ids]);
  if (rows.length === 0) return claimed;
  const gone = new Set(rows.map(({ event_id }) => event_id));
  return claimed
    .map((subject) => ({ ...subject, events: subject.events.filter(({ event_id }) => !gone.has(event_id)) }))
    .filter(({ events }) => events.length > 0);
}

const customerOf = ({ events }: ClaimedSubject): string => events[0]!.customer_id!;

const timeOf = ({ payload, received_at }: PendingEvent): number =>
  typeof payload.occurred_at === 'string' ? Date.parse(payload.occurred_at) : received_at.getTime();

/** Which event brought a transaction first. */
class Transactions {
  /** by events that are at their turn in this round; what becomes of them is not certain yet */
  private readonly underWay = new Map<string, PendingEvent>();

  private constructor(private readonly first: ReadonlyMap<string, string>) {}

  static async of(sql: Sql, events: PendingEvent[]): Promise<Transactions> {
    const transactions = events.filter(({ event_type }) => event_type === 'transaction');
    const { rows } = await sql.query<{ tenant_id: string; transaction_id: string; event_id: string }>(EARLIER, [
      transactions.map(({ tenant_id }) => tenant_id),
      transactions.map(({ payload }) => payload.transaction_id),
    ]);
    return new Transactions(new Map(rows.map((row) => [`${row.tenant_id}:${row.transaction_id}`, row.event_id])));
  }

  /** An event of the same subject had its turn before this one, so what became of it is certain. */
  earlierThan(event: PendingEvent): EarlierEvent | undefined {
    const key = `${event.tenant_id}:${(event.payload as unknown as TransactionPayload).transaction_id}`;
    const first = this.first.get(key);
    if (first !== undefined) return { event_id: first };
    const other = this.underWay.get(key);
    if (other) return other.subject === event.subject ? { event_id: other.event_id } : 'under way';
    this.underWay.set(key, event);
    return undefined;
  }
}

/**
 * Lets a failed event be tried again later, and what is behind it wait with it. After some tries it is
 * dead: staff see it and can run it again, and what is behind it goes on. That somebody could not be
 * reached is no fault of the event.
 */
async function putOff(sql: Sql, subject: string, event: PendingEvent, error: unknown, logger: Logger): Promise<void> {
  const attempts = event.attempts + (isUnavailable(error) ? 0 : 1);
  const isDead = attempts >= MAX_ATTEMPTS;
  const level = isDead ? 'error' : 'warn';
  logger[level]({ err: error, event_id: event.event_id, attempts, isDead }, 'an event could not be processed');
  const reason = error instanceof Error ? error.message : String(error);
  await sql.query(FAILED, [event.event_id, attempts, reason.slice(0, 1_000), isDead ? 'dead' : 'pending']);
  const wait = isDead ? 0 : Math.min(MAX_RETRY_S, FIRST_RETRY_S * 2 ** Math.max(0, attempts - 1));
  await sql.query(WAIT, [subject, wait]);
}
