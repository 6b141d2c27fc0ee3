import { setTimeout as delay } from 'node:timers/promises';
import { type AlertRaised, alertStream } from '@probity/contracts/alerts/events';
import { type EventStore, NO_STREAM } from '@probity/event-store/event-store';
import { newId } from '@probity/platform/ids';
import { projectAlertEvents, type RecordedAlertEvent } from '@probity/read-side/alerts/alert-projection';
import { monotonicMs } from './monotonic';

const TICK_MS = 2;

/** An alert as a monitoring rule raises it. */
export function alertRaised(tenant_id: string): AlertRaised {
  const alert_id = newId();
  return {
    alert_id,
    tenant_id,
    customer_id: newId(),
    source: 'monitoring',
    alert_type: 'high_value_transfer',
    severity: 'high',
    title: 'Transfer of 12,500.00 USD, above the limit of 10,000.00',
    trigger_ref: `tx-${alert_id}`,
    metadata: { amount: '12500.00', currency: 'USD', rule: 'high value', account_ref: `acc-${alert_id.slice(0, 8)}` },
    evidence: { rule: 'high value', version: 1, inputs: { amount: '12500.00', threshold: '10000' } },
    raised_at: new Date().toISOString(),
  };
}

/** When an alert was stored, by `monotonicMs`. */
export interface StoredAlert {
  event_id: string;
  tenant_id: string;
  /** before its transaction began */
  begun: number;
  /** its commit was acknowledged */
  acknowledged: number;
}

/**
 * Appends alerts to the event store with their projection, as customer-risk does. The rate is steady, however
 * long an append takes. The tenants take turns.
 */
export async function raiseAlerts(
  store: EventStore,
  tenants: string[],
  rate: number,
  seconds: number,
): Promise<StoredAlert[]> {
  const startedAt = performance.now();
  const total = Math.round(rate * seconds);
  const stored: Promise<StoredAlert>[] = [];
  while (stored.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * rate) + 1);
    while (stored.length < due) stored.push(raise(store, tenants[stored.length % tenants.length]!));
    await delay(TICK_MS);
  }
  return Promise.all(stored);
}

async function raise(store: EventStore, tenant_id: string): Promise<StoredAlert> {
  const data = alertRaised(tenant_id);
  const event = { id: data.alert_id, type: 'AlertRaised', data };
  const begun = monotonicMs();
  await store.append(alertStream(data.alert_id), NO_STREAM, [event], (sql, events) =>
    projectAlertEvents(sql, events as RecordedAlertEvent[]),
  );
  return { event_id: event.id, tenant_id, begun, acknowledged: monotonicMs() };
}
