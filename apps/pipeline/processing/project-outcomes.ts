import type { ProcessedEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { Activity } from '@probity/monitoring/activity';
import { parseAmount } from '@probity/monitoring/amount';
import { counterpartyKey } from '@probity/monitoring/counterparty-key';
import type { Sql } from '@probity/persistence/database';
import { customerSubject } from '../ingestion/event-reference';
import type { PendingEvent } from './claim';
import { isProcessed } from './indexed-reads';
import { alertedBy } from './shadow-hits';
import { storeOutcomes, type StoredOutcome } from './store-outcomes';
import type { TransactionPayload } from './transaction-activity';

/** Without events that were set aside or have an outcome, and without transactions that have one from another event. */
const WAITING = `
  SELECT i.event_id, i.tenant_id, i.event_type, i.payload, i.received_at
  FROM pipeline.inbox i JOIN unnest($1::uuid[], $2::boolean[]) AS w (event_id, counts) USING (event_id)
  WHERE i.status <> 'dead' AND (${isProcessed('i')}) IS NULL AND (
    SELECT true FROM pipeline.processed_events p
    WHERE w.counts AND p.tenant_id = i.tenant_id AND p.transaction_id = i.payload->>'transaction_id' LIMIT 1) IS NULL
  FOR UPDATE OF i`;

/**
 * A new row gets a version that no process can have in its memory, so that none takes its windows of the customer for
 * current.
 */
const COUNT = `
  INSERT INTO pipeline.subjects AS s (subject, version, transaction_count, last_activity_at, alerted)
  SELECT subject, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, transactions, last_activity_at, alerted
  FROM unnest($1::text[], $2::int[], $3::timestamptz[], $4::json[])
    AS n (subject, transactions, last_activity_at, alerted)
  ORDER BY subject
  ON CONFLICT (subject) DO UPDATE SET version = s.version + 1,
    transaction_count = s.transaction_count + excluded.transaction_count,
    last_activity_at = greatest(s.last_activity_at, excluded.last_activity_at),
    alerted = (s.alerted::jsonb || excluded.alerted::jsonb)::json`;

/** What is left of an outcome after the customer was erased; see `privacy.erase_customer`. */
const STORE_ERASED = `
  INSERT INTO pipeline.processed_events (tenant_id, event_id, event_type, customer_id, payload, stages, alert_ids,
    duplicate_of, received_at, processed_at, occurred_at, amount, comparable, currency, direction, method, channel, recorded)
  SELECT tenant_id, event_id, event_type, customer_id, '{}', '[]',
    ARRAY(SELECT value::uuid FROM json_array_elements_text(alert_ids)), duplicate_of, received_at, processed_at, occurred_at,
    (transaction->>'amount')::numeric, (transaction->>'comparable')::boolean, transaction->>'currency', transaction->>'direction',
    transaction->>'method', transaction->>'channel', true
  FROM json_to_recordset($1) AS e (tenant_id uuid, event_id uuid, event_type text, customer_id uuid, alert_ids json, duplicate_of uuid,
    received_at timestamptz, occurred_at timestamptz, processed_at timestamptz, transaction json)
  ON CONFLICT DO NOTHING`;

export interface OutcomeOfTenant {
  tenant_id: string;
  outcome: ProcessedEvent;
}

/** Stores outcomes of events that have none, and counts them for their customers. Of two outcomes, the first counts. */
export async function projectOutcomes(sql: Sql, outcomes: OutcomeOfTenant[]): Promise<void> {
  await storeErased(sql, outcomes);
  const missing = await missingOutcomes(
    sql,
    outcomes.map(({ outcome }) => outcome),
  );
  if (missing.length === 0) return;
  await storeOutcomes(sql, missing);
  await count(sql, missing);
}

async function storeErased(sql: Sql, outcomes: OutcomeOfTenant[]): Promise<void> {
  const erased = outcomes.filter(({ outcome }) => outcome.content === undefined);
  if (erased.length === 0) return;
  await sql.query(STORE_ERASED, [JSON.stringify(erased.map(({ tenant_id, outcome }) => ({ tenant_id, ...outcome })))]);
}

type InboxRow = Pick<PendingEvent, 'event_id' | 'tenant_id' | 'event_type' | 'payload' | 'received_at'>;

async function missingOutcomes(sql: Sql, outcomes: ProcessedEvent[]): Promise<StoredOutcome[]> {
  const known = outcomes.filter(({ content }) => content !== undefined);
  if (known.length === 0) return [];
  const { rows } = await sql.query<InboxRow & Record<string, unknown>>(WAITING, [
    known.map(({ event_id }) => event_id),
    known.map(({ transaction }) => transaction !== undefined),
  ]);
  const waiting = new Map(rows.map((row) => [row.event_id, row]));
  const transactions = new Set<string>();
  return known.flatMap((item) => {
    const row = waiting.get(item.event_id);
    if (!row) return [];
    waiting.delete(item.event_id);
    const outcome = outcomeIn(item, item.content!, row);
    const transaction = outcome.activity && `${row.tenant_id} ${outcome.activity.transaction_id}`;
    if (transaction !== null && transactions.has(transaction)) return [];
    if (transaction !== null) transactions.add(transaction);
    return outcome;
  });
}

function outcomeIn(item: ProcessedEvent, content: string, row: InboxRow): StoredOutcome {
  const { customer_id, alert_ids, duplicate_of = null } = item;
  const occurred_at = Date.parse(item.occurred_at);
  const event = {
    ...row,
    customer_id,
    subject: customerSubject(customer_id),
    attempts: 0,
    actor: null,
    actor_name: null,
  };
  const stages = JSON.parse(content) as StageOutcome[];
  const processed_at = new Date(item.processed_at);
  const activity = activityIn(item, row, occurred_at);
  return { event, stages, content, alert_ids, duplicate_of, occurred_at, processed_at, activity };
}

function activityIn({ transaction }: ProcessedEvent, { payload }: InboxRow, at: number): Activity | null {
  if (!transaction) return null;
  const { transaction_id, account_ref, counterparty } = payload as unknown as TransactionPayload;
  return {
    ...transaction,
    transaction_id,
    account_ref,
    at,
    amount: parseAmount(transaction.amount),
    method: transaction.method as Activity['method'],
    counterparty: counterpartyKey(counterparty),
    counterparty_country: counterparty?.country ?? null,
  };
}

async function count(sql: Sql, outcomes: StoredOutcome[]): Promise<void> {
  const subjects = new Map<string, StoredOutcome[]>();
  for (const outcome of outcomes) {
    const { subject } = outcome.event;
    subjects.set(subject, [...(subjects.get(subject) ?? []), outcome]);
  }
  const each = [...subjects.values()];
  await sql.query(COUNT, [
    [...subjects.keys()],
    each.map((of) => of.filter(({ activity }) => activity).length),
    each.map((of) => lastActivity(of)),
    each.map((of) => JSON.stringify(Object.assign({}, ...of.map(alertedBy)))),
  ]);
}

function lastActivity(outcomes: StoredOutcome[]): Date | null {
  const times = outcomes.flatMap(({ activity }) => activity?.at ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
