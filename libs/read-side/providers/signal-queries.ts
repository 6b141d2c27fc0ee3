import type { ProviderHealth, ProviderSignalView } from '@probity/contracts/providers/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import type { SignalsQuery } from './signals.query';

const SIGNALS = `
  SELECT id, plugin, plugin_version, provider_event_id, event_source, occurred_at, customer_ref, account_ref,
    customer_id, status, reason, last_error, kyc, alert, metadata, effect, payload_sha256, received_at, applied_at
  FROM pipeline.provider_signals WHERE tenant_id = $1`;
const COUNTS = `
  SELECT count(*) FILTER (WHERE status = 'pending')::int AS pending,
    count(*) FILTER (WHERE status = 'applied')::int AS applied,
    count(*) FILTER (WHERE status = 'unresolved')::int AS unresolved, max(received_at) AS last_signal_at
  FROM pipeline.provider_signals WHERE tenant_id = $1 AND plugin = $2`;

/** Reads of what providers reported by webhook. */
export class SignalQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  signals(tenantId: string, page: Page, filter: Omit<SignalsQuery, keyof Page> = {}): Promise<ProviderSignalView[]> {
    const { status, plugin } = filter;
    const list = { where: { status, plugin }, order: 'received_at DESC, id DESC', page };
    return listViews(this.sql, SIGNALS, [tenantId], list);
  }

  signal(tenantId: string, signalId: string): Promise<ProviderSignalView | undefined> {
    return readView(this.sql, `${SIGNALS} AND id = $2`, [tenantId, signalId]);
  }

  /** The number of signals by status, and the time of the last one. */
  async counts(tenantId: string, plugin: string): Promise<Pick<ProviderHealth, 'signals' | 'last_signal_at'>> {
    const counts = await readView<ProviderHealth['signals'] & { last_signal_at: string | null }>(this.sql, COUNTS, [
      tenantId,
      plugin,
    ]);
    const { last_signal_at, ...signals } = counts!;
    return { signals, last_signal_at };
  }
}
