import type { Sql } from '@probity/persistence/database';
import { customerSubject, referenceOf } from '../ingestion/event-reference';
import { resolveCustomers } from '../ingestion/resolve-customers';
import type { ClaimedSubject } from './claim';

const GIVE_TO_CUSTOMER = `
  UPDATE pipeline.inbox i SET subject = g.new_subject, customer_id = g.customer_id
  FROM unnest($1::text[], $2::text[], $3::uuid[]) AS g (subject, new_subject, customer_id)
  WHERE i.subject = g.subject AND i.status = 'pending'`;
const UNMATCHED = `
  UPDATE pipeline.inbox SET status = 'unresolved' WHERE subject = ANY($1) AND status = 'pending'`;

/**
 * Assigns events to the customer that has their reference now, or marks them as unresolved. The rows of their
 * subjects must be locked, see `adoptWaiting`.
 */
export async function settleReferences(sql: Sql, claimed: ClaimedSubject[]): Promise<void> {
  if (claimed.length === 0) return;
  const customers = await resolveCustomers(
    sql,
    claimed.map(({ events: [event] }) => referenceOf(event!.tenant_id, event!.event_type, event!.payload)),
  );
  const found = claimed.filter(({ subject }) => customers.has(subject));
  const unmatched = claimed.filter(({ subject }) => !customers.has(subject));
  if (found.length > 0) {
    const ids = found.map(({ subject }) => customers.get(subject)!);
    await sql.query(GIVE_TO_CUSTOMER, [found.map(({ subject }) => subject), ids.map(customerSubject), ids]);
  }
  if (unmatched.length > 0) await sql.query(UNMATCHED, [unmatched.map(({ subject }) => subject)]);
}
