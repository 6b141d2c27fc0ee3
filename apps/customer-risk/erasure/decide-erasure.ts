import type { CustomerEvent } from '@probity/contracts/customers/events';
import type { Officer } from '@probity/contracts/staff/officer';
import { invalid } from '@probity/platform/errors';
import { dayOf, retainedUntil } from '@probity/read-side/customers/retention';
import type { CustomerState } from '../customers/customer-state';

/** A decision of an officer about the erasure of a customer. */
export interface ErasureDecision {
  by: Officer;
  reason: string;
  now: Date;
}

/** What keeps a customer from being erased although its retention is over. */
export interface OpenWork {
  active_alerts: number;
  open_cases: number;
  draft_reports: number;
}

/** The event that restricts a customer; undefined when it is restricted with the same date already. */
export function decideRequest(
  { id: customer_id, tenant_id, erasure }: CustomerState,
  relationship_ended_on: string,
  { by, reason, now }: ErasureDecision,
): CustomerEvent | undefined {
  if (erasure?.relationship_ended_on === relationship_ended_on) return undefined;
  if (erasure) {
    throw invalid(
      'erasure_requested',
      `the erasure of customer ${customer_id} was requested with relationship_ended_on ${erasure.relationship_ended_on}; ` +
        'withdraw it to change the date; no changes were made',
    );
  }
  if (relationship_ended_on > dayOf(now)) {
    throw invalid('invalid_field', 'relationship_ended_on must not be in the future; no changes were made');
  }
  const data = { customer_id, tenant_id, ...by, relationship_ended_on, reason, requested_at: now.toISOString() };
  return { type: 'CustomerErasureRequested', data };
}

/** The event that ends the restriction; undefined when there is none. */
export function decideWithdrawal(
  { id: customer_id, tenant_id, erasure }: CustomerState,
  { by, reason, now }: ErasureDecision,
): CustomerEvent | undefined {
  if (!erasure) return undefined;
  return {
    type: 'CustomerErasureWithdrawn',
    data: { customer_id, tenant_id, ...by, reason, withdrawn_at: now.toISOString() },
  };
}

/** The event that erases a customer; undefined when it was erased before. */
export function decideErasure(
  { id: customer_id, tenant_id, erasure }: CustomerState,
  retentionYears: number,
  { active_alerts, open_cases, draft_reports }: OpenWork,
  by: Officer,
  now: Date,
): CustomerEvent | undefined {
  if (erasure?.erased_at !== undefined) return undefined;
  if (!erasure) {
    throw invalid(
      'erasure_not_requested',
      `the erasure of customer ${customer_id} was not requested; no changes were made`,
    );
  }
  const last = retainedUntil(erasure.relationship_ended_on, retentionYears);
  if (dayOf(now) <= last) {
    throw invalid('retention_not_over', `customer ${customer_id} is retained until ${last}; no changes were made`);
  }
  if (active_alerts + open_cases + draft_reports > 0) {
    throw invalid(
      'erasure_blocked',
      `customer ${customer_id} has ${active_alerts} active alerts, ${open_cases} open cases and ${draft_reports} drafts of ` +
        'reports; close the alerts and the cases, and discard the drafts, or withdraw the request and approve them; ' +
        'no changes were made',
    );
  }
  return { type: 'CustomerErased', data: { customer_id, tenant_id, ...by, erased_at: now.toISOString() } };
}
