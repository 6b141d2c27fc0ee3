import { randomUUID } from 'node:crypto';
import { makeExist } from '../../testing/existing';
import { tenantId, test } from '../../testing/office-of-tenant';

/** Rows of other services about one customer, as they write them. */

export const DAY = (day: number, hour = 12): string => `2026-03-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`;

export async function newCustomer(tenant = tenantId): Promise<string> {
  const id = randomUUID();
  await makeExist(test.owner, tenant, id);
  return id;
}

const TRANSACTION = `
  INSERT INTO pipeline.processed_events (tenant_id, event_id, event_type, customer_id, payload, stages, alert_ids,
    received_at, processed_at, occurred_at, transaction_id, amount, comparable, currency, direction, counterparty,
    counterparty_country)
  VALUES ($1, $2, 'transaction', $3, $4, '[]', '{}', $5, $5, $5, $6, $7, $8, $9, $10, $11, 'DE')`;

export interface Given {
  at: string;
  amount?: string;
  currency?: string;
  comparable?: boolean;
  direction?: 'inbound' | 'outbound';
  name?: string;
  tenant?: string;
}

/** A processed transaction. Its counterparty has no account; its key is the name in small letters. */
export async function transaction(customerId: string, given: Given): Promise<string> {
  const { at, amount = '100', currency = 'EUR', comparable = true, direction = 'outbound', name } = given;
  const id = randomUUID();
  const payload = {
    amount,
    currency,
    description: 'An invoice',
    ...(name !== undefined && { counterparty: { name } }),
  };
  await test.owner.query(TRANSACTION, [
    given.tenant ?? tenantId,
    id,
    customerId,
    JSON.stringify(payload),
    at,
    `t-${id}`,
    amount,
    comparable,
    currency,
    direction,
    name?.toLowerCase() ?? null,
  ]);
  return id;
}

const AUDIT = `
  INSERT INTO customer_risk.audit_events (id, tenant_id, subject_type, subject_id, action, actor_type, actor, reason,
    data, at)
  VALUES ($1, $2, $3, $4, $5, 'staff', 'staff:1', $6, $7, $8)`;

/** An entry of the audit trail about the customer, or about its alert or case. */
export async function audited(
  customerId: string,
  { action, at, about = 'customer', id = customerId }: { action: string; at: string; about?: string; id?: string },
): Promise<void> {
  const data = about === 'customer' ? {} : { customer_id: customerId };
  await test.owner.query(AUDIT, [randomUUID(), tenantId, about, id, action, `why ${action}`, JSON.stringify(data), at]);
}

const ALERT = `
  INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
    metadata, evidence, match, list, entry_id, rule_id, event_id, status, resolution, decisions, decided_at, decided_by,
    created_at, updated_at, revision)
  VALUES ($1, $2, $3, 'screening', 'sanctions_match', 'high', $4, '', '{}', '{}', $5, $6, $7, $8, $9, $10, $11, $12, $13,
    $14, $15, $15, 0)`;

export interface GivenAlert {
  at?: string;
  /** the counterparty that matches an entry of the list `ofac` */
  party?: string;
  /** the part of the transaction that names it */
  part?: string;
  entry?: string;
  rule?: string;
  event?: string;
  status?: 'open' | 'dismissed' | 'resolved';
  resolution?: string;
  tenant?: string;
}

export async function alert(customerId: string, given: GivenAlert): Promise<string> {
  const { at = DAY(1), party, entry = '1', rule = null, event = null, status = 'open', resolution = null } = given;
  const id = randomUUID();
  const match = party && {
    subject: 'counterparty',
    ...(given.part && { part: given.part }),
    subject_name: party,
    matched_name: 'LISTED',
    topics: [],
    score: 0.9,
  };
  const isOpen = status === 'open';
  const decisions = isOpen ? [] : [{ decision: status, resolution, reason: `why ${status}`, decided_at: at }];
  await test.owner.query(ALERT, [
    id,
    given.tenant ?? tenantId,
    customerId,
    `An alert about ${party ?? 'a rule'}`,
    match ? JSON.stringify(match) : null,
    match ? 'ofac' : null,
    match ? entry : null,
    rule,
    event,
    status,
    resolution,
    JSON.stringify(decisions),
    isOpen ? null : at,
    isOpen ? null : 'Jane Smith',
    at,
  ]);
  return id;
}

export const restrict = (customerId: string) =>
  test.owner.query('UPDATE customer_risk.customers SET restricted_at = now() WHERE id = $1', [customerId]);
