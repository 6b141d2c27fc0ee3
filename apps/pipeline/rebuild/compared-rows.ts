import type { AcceptedEvent, ProcessedEvent } from '@probity/contracts/pipeline/ingestion-events';
import { counterpartyKey } from '@probity/monitoring/counterparty-key';
import { customerSubject, referenceOf, referenceSubject } from '../ingestion/event-reference';
import type { TransactionPayload } from '../processing/transaction-activity';

export const INBOX = 'pipeline.inbox';
export const OUTCOMES = 'pipeline.processed_events';

/** An event that failed is tried again sooner. */
const LONGEST_WAIT = '10 minutes';

/** An event is in the inbox, or has an outcome. A subquery with LIMIT is an access to the index for each event. */
export const FIND_ACCEPTED = `
  SELECT e.place::int AS place, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS e (tenant_id, event_id, place)
  CROSS JOIN LATERAL (
    (SELECT event_type, payload::text AS payload, received_at, NULL AS actor, NULL AS actor_name, NULL AS subject,
       NULL::uuid AS customer_id, NULL AS status, NULL::boolean AS is_held, true AS is_processed
     FROM pipeline.processed_events p WHERE p.tenant_id = e.tenant_id AND p.event_id = e.event_id LIMIT 1)
    UNION ALL
    (SELECT event_type, payload::text, received_at, actor, actor_name, subject, customer_id, status,
       due_at = 'infinity' OR (status = 'pending' AND due_at > now() + interval '${LONGEST_WAIT}') AS is_held, false
     FROM pipeline.inbox i WHERE i.event_id = e.event_id AND i.tenant_id = e.tenant_id LIMIT 1)
    LIMIT 1) found`;
export const FIND_OUTCOMES = `
  SELECT e.place::int AS place, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS e (tenant_id, event_id, place)
  CROSS JOIN LATERAL (
    SELECT event_type, customer_id, payload::text AS payload, stages::text AS stages, to_json(alert_ids)::text AS alert_ids,
      duplicate_of, received_at, occurred_at, processed_at, transaction_id, amount::text AS amount, comparable, currency,
      direction, method, counterparty, counterparty_country, channel, account_ref
    FROM pipeline.processed_events p WHERE p.tenant_id = e.tenant_id AND p.event_id = e.event_id LIMIT 1) found`;

export interface AcceptedRow {
  place: number;
  event_type: string;
  payload: string;
  received_at: Date;
  actor: string | null;
  actor_name: string | null;
  subject: string | null;
  customer_id: string | null;
  status: string | null;
  /** whether it waits for the end of a rebuild, or longer than events wait */
  is_held: boolean | null;
  /** whether it has an outcome, whose row does not say who sent it */
  is_processed: boolean;
}

export interface OutcomeRow {
  place: number;
  payload: string;
  received_at: Date;
  occurred_at: Date;
  processed_at: Date;
  [column: string]: unknown;
}

/**
 * The columns that differ from what the event says.
 *
 * @param wasSetAside whether an event says that it was
 */
export function differingAccepted(
  item: AcceptedEvent,
  row: AcceptedRow,
  tenantId: string,
  wasSetAside: boolean,
): string[] {
  const { event_type, received_at, actor, actor_name, content } = item;
  const found = { ...row, received_at: row.received_at.toISOString() };
  const expected = { event_type, received_at, payload: content };
  if (row.is_processed) return differing(expected, found);
  const sender = { actor: actor ?? null, actor_name: actor_name ?? null };
  return [...differing({ ...expected, ...sender }, found), ...misplaced(item, row, tenantId, wasSetAside)];
}

/** The columns that keep an event that waits from being processed, or have another customer get it. */
function misplaced(item: AcceptedEvent, row: AcceptedRow, tenantId: string, wasSetAside: boolean): string[] {
  const reference = referenceOf(tenantId, item.event_type, JSON.parse(item.content!) as Record<string, unknown>);
  const subjects = [referenceSubject(reference), ...(row.customer_id ? [customerSubject(row.customer_id)] : [])];
  const ofEarlierVersion = reference.kind === 'email' && row.subject!.startsWith(`email:${tenantId}:`);
  return [
    ...(item.customer_id !== undefined && item.customer_id !== row.customer_id ? ['customer_id'] : []),
    ...(subjects.includes(row.subject!) || ofEarlierVersion ? [] : ['subject']),
    ...((row.status === 'dead' && !wasSetAside) || (row.status === 'unresolved' && row.customer_id) ? ['status'] : []),
    ...(row.is_held ? ['due_at'] : []),
  ];
}

/** The columns that differ from what the event says. After an erasure, only columns that it leaves. */
export function differingOutcome(item: ProcessedEvent, row: OutcomeRow): string[] {
  const { event_type, customer_id, received_at, occurred_at, processed_at, alert_ids, duplicate_of, transaction } =
    item;
  const { amount, comparable, currency, direction, method, channel } = transaction ?? {};
  const expected = {
    event_type,
    customer_id,
    received_at,
    occurred_at,
    processed_at,
    alert_ids: JSON.stringify(alert_ids),
    duplicate_of: duplicate_of ?? null,
    amount: amount ?? null,
    comparable: comparable ?? null,
    currency: currency ?? null,
    direction: direction ?? null,
    method: method ?? null,
    channel: channel ?? null,
    ...(item.content !== undefined && { stages: item.content, ...columnsOfPayload(item, row.payload) }),
  };
  return differing(expected, {
    ...row,
    comparable: row.amount === null ? null : row.comparable, // an earlier version set it without an amount
    received_at: row.received_at.toISOString(),
    occurred_at: row.occurred_at.toISOString(),
    processed_at: row.processed_at.toISOString(),
  });
}

/** What monitoring looks for, from the payload of the row, which is compared with the accepted event. */
function columnsOfPayload({ transaction }: ProcessedEvent, payload: string): Record<string, unknown> {
  if (!transaction) return { transaction_id: null, account_ref: null, counterparty: null, counterparty_country: null };
  try {
    const { transaction_id, account_ref, counterparty } = JSON.parse(payload) as TransactionPayload;
    return {
      transaction_id,
      account_ref,
      counterparty: counterpartyKey(counterparty),
      counterparty_country: counterparty?.country ?? null,
    };
  } catch {
    return { payload: 'of a transaction' }; // it has another form, and so differs from the accepted event, too
  }
}

const differing = (expected: Record<string, unknown>, row: Record<string, unknown>): string[] =>
  Object.keys(expected).filter((column) => expected[column] !== row[column]);
