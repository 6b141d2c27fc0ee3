import { Controller } from '@nestjs/common';
import { addAllowListEntry, endAllowListEntry } from '@probity/contracts/allow-list/commands';
import type { AllowListEntry } from '@probity/contracts/allow-list/views';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import { AllowListQueries } from '@probity/read-side/allow-list/allow-list-queries';
import { refuseUnlessReviewed } from '@probity/read-side/proposals/refuse-unless-reviewed';
import { readView } from '@probity/read-side/views';
import { ALERT, type AlertState } from '../alerts/alert-state';
import { Customers } from '../customers/customers';
import { addEntry, endEntry, type EntryState } from './decide-allow-list';

const STATE = `
  SELECT customer_id, until, reason, added_by, added_by_id, ended_at, ended_by, ended_by_id, end_reason
  FROM customer_risk.allow_list_entries WHERE id = $1 AND customer_id = $2`;

/** Counterparties of customers that are not the listed ones. The entries are events of the customer. */
@Controller()
export class AllowListHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly customers: Customers,
    private readonly database: Database,
    private readonly queries: AllowListQueries,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(addAllowListEntry)
  async add({ tenant_id, customer_id, alert_id, reviewed, ...wanted }: RequestOf<typeof addAllowListEntry>) {
    const id = derivedId(alert_id, 'allow-list');
    await this.customers.change(tenant_id, customer_id, async () => {
      const { state } = await this.store.loadOf(tenant_id, ALERT, alert_id);
      if (state.raised.customer_id !== customer_id) throw notFound('alert', alert_id);
      const before = await this.stateOf(id, customer_id);
      const isConfirmed = await this.isConfirmed(tenant_id, state);
      const data = addEntry(state, before, { ...wanted, allow_list_entry_id: id }, this.now(), isConfirmed);
      if (!data) return undefined;
      refuseUnlessReviewed('alert', { status: state.status }, reviewed);
      return { events: [{ type: 'AllowListEntryAdded', data } satisfies CustomerEvent] };
    });
    return this.read(tenant_id, id);
  }

  @OnCommand(endAllowListEntry)
  async end(request: RequestOf<typeof endAllowListEntry>) {
    const { tenant_id, customer_id, allow_list_entry_id: id } = request;
    await this.customers.change(tenant_id, customer_id, async () => {
      const entry = await this.stateOf(id, customer_id);
      if (!entry) throw notFound('allow-list entry', id);
      const data = endEntry(entry, request, this.now());
      return data && { events: [{ type: 'AllowListEntryEnded', data } satisfies CustomerEvent] };
    });
    return this.read(tenant_id, id);
  }

  /** An alert without a final decision leaves the decision of the alert that it reopens in force. */
  private async isConfirmed(tenantId: string, { raised, decisions, status }: AlertState): Promise<boolean> {
    if (decisions.some(({ resolution }) => resolution === 'confirmed_match')) return true;
    if (!raised.reopened || status === 'dismissed' || status === 'resolved') return false;
    const { state } = await this.store.loadOf(tenantId, ALERT, raised.reopened.alert_id);
    return this.isConfirmed(tenantId, state);
  }

  /** The read side has all events of the customer while it is being changed. */
  private stateOf(id: string, customerId: string): Promise<EntryState | undefined> {
    return readView<EntryState>(this.database, STATE, [id, customerId]);
  }

  private async read(tenantId: string, id: string): Promise<AllowListEntry> {
    const entry = await this.queries.entry(tenantId, id, this.time.now());
    if (!entry) throw new Error(`allow-list entry ${id} is in the stream of its customer but not on the read side`);
    return entry;
  }

  private now = (): string => this.time.now().toISOString();
}
