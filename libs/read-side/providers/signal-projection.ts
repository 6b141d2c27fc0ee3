import {
  SIGNAL_STREAM_PREFIX,
  type ProviderSignalReceived,
  type SignalEvent,
} from '@probity/contracts/providers/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedSignalEvent = RecordedEvent & SignalEvent;

const INSERT = `
  INSERT INTO pipeline.provider_signals (id, tenant_id, plugin, plugin_version, provider_event_id, event_source,
    occurred_at, customer_ref, account_ref, kyc, alert, metadata, payload_sha256, received_at, lane, status, revision)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'pending', 0)
  ON CONFLICT (id) DO NOTHING`;
const APPLIED = `
  UPDATE pipeline.provider_signals
  SET status = 'applied', reason = NULL, due_at = NULL, customer_id = $2, effect = $3, applied_at = $4, revision = $5
  WHERE id = $1 AND revision = $5 - 1`;
const UNRESOLVED = `
  UPDATE pipeline.provider_signals SET status = 'unresolved', reason = $2, revision = $3
  WHERE id = $1 AND revision = $3 - 1`;
const REFLECTED = 'SELECT revision FROM pipeline.provider_signals WHERE id = $1';
export const SIGNAL_ROW = { table: 'pipeline.provider_signals', prefix: SIGNAL_STREAM_PREFIX };
const APPLYING = ['customer_id', 'candidates', 'due_at', 'lease_until', 'claim', 'wakes', 'attempts', 'last_error'];
export const SIGNAL_TABLES: ProjectedTables = {
  replaced: [{ table: 'pipeline.provider_signals', work: { columns: APPLYING, while: "t.status <> 'applied'" } }],
  completed: [],
};

/**
 * Brings the row of one signal forward, and leaves its place in the queue to the worker. The row guards it: an event
 * seen again is skipped.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectSignalEvents(sql: Sql, events: RecordedSignalEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, SIGNAL_ROW, event)) continue;
    const { rowCount } = await advance(sql, event);
    if (rowCount !== 1) await refuseGap(sql, REFLECTED, event.data.signal_id, event);
  }
}

function advance(sql: Sql, event: RecordedSignalEvent) {
  switch (event.type) {
    case 'ProviderSignalReceived':
      return sql.query(INSERT, rowOf(event.data));
    case 'ProviderSignalApplied': {
      const { signal_id, customer_id, effect, applied_at } = event.data;
      return sql.query(APPLIED, [signal_id, customer_id, JSON.stringify(effect), applied_at, event.revision]);
    }
    case 'ProviderSignalUnresolved':
      return sql.query(UNRESOLVED, [event.data.signal_id, event.data.reason, event.revision]);
  }
}

function rowOf(signal: ProviderSignalReceived): unknown[] {
  const { signal_id, tenant_id, plugin, customer, kyc, alert } = signal;
  const about = customer.ref ?? customer.account_ref ?? signal_id;
  return [
    signal_id,
    tenant_id,
    plugin,
    signal.plugin_version,
    signal.provider_event_id,
    signal.event_source,
    signal.occurred_at,
    customer.ref ?? null,
    customer.account_ref ?? null,
    kyc === undefined ? null : JSON.stringify(kyc),
    alert === undefined ? null : JSON.stringify(alert),
    JSON.stringify(signal.metadata),
    signal.payload_sha256,
    signal.received_at,
    `${tenant_id}:${plugin}:${about}`,
  ];
}
