import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { eraseCustomer, recordExport, requestErasure, withdrawErasure } from '@probity/contracts/erasure/commands';
import { type CustomerErasure } from '@probity/contracts/erasure/views';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import { officerIn } from '@probity/contracts/staff/officer';
import { refusedInTransaction } from '@probity/event-store/refused-in-transaction';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database, type Sql } from '@probity/persistence/database';
import { found } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { ErasureQueries } from '@probity/read-side/customers/erasure-queries';
import { reviewedCustomer } from '@probity/read-side/customers/reviewed-customer';
import { refuseUnlessReviewed } from '@probity/read-side/proposals/refuse-unless-reviewed';
import { viewOf } from '../customers/customer-state';
import { Customers } from '../customers/customers';
import { decideErasure, decideRequest, decideWithdrawal, type OpenWork } from './decide-erasure';
import { ERASE } from './erase-again';

const OPEN_WORK = `
  SELECT
    (SELECT count(*)::int FROM customer_risk.alerts WHERE customer_id = $1 AND status IN ('open', 'escalated'))
      AS active_alerts,
    (SELECT count(*)::int FROM customer_risk.cases WHERE customer_id = $1 AND status = 'open') AS open_cases,
    (SELECT count(*)::int FROM customer_risk.reports WHERE customer_id = $1 AND status = 'draft') AS draft_reports`;
/** A draft of a report holds this row until it is on the read side. */
const LOCK = 'SELECT FROM customer_risk.customers WHERE id = $1 FOR UPDATE';

/**
 * The erasure of customers. It has three steps: the event that says so, the destruction of the keys, and the overwriting
 * of the rows; the last two in one transaction. A repeated command completes what is left.
 *
 * Guarantees: with events in Postgres, no customer is erased that has a draft of a report, however the two race.
 *
 * Not guaranteed: that no other process uses the key for up to a minute (`KEY_KEPT_MS`), and then projects an alert that it
 * was just raising. A run of the retention erases the same customer again for a day.
 */
@Controller()
export class ErasureHandler {
  private readonly erasures: ErasureQueries;

  constructor(
    private readonly customers: Customers,
    private readonly database: Database,
    private readonly time: TimeSource,
  ) {
    this.erasures = new ErasureQueries(database);
  }

  @OnCommand(requestErasure)
  async request(asked: RequestOf<typeof requestErasure>) {
    const { tenant_id, customer_id, relationship_ended_on, reason, reviewed, ...by } = asked;
    const decision = { by: officerIn(by), reason, now: this.time.now() };
    await this.customers.change(tenant_id, customer_id, (state) => {
      const event = decideRequest(state, relationship_ended_on, decision);
      if (event) refuseUnlessReviewed('customer', reviewedCustomer(viewOf(state)), reviewed);
      return Promise.resolve(asDecision(event));
    });
    return this.view(tenant_id, customer_id);
  }

  @OnCommand(withdrawErasure)
  async withdraw({ tenant_id, customer_id, reason, ...by }: RequestOf<typeof withdrawErasure>) {
    const decision = { by: officerIn(by), reason, now: this.time.now() };
    await this.customers.change(tenant_id, customer_id, (state) =>
      Promise.resolve(asDecision(decideWithdrawal(state, decision))),
    );
    return { customer_id };
  }

  @OnCommand(recordExport)
  async recordExport({ tenant_id, customer_id, reason, ...by }: RequestOf<typeof recordExport>) {
    const data = { customer_id, tenant_id, ...officerIn(by), reason, exported_at: this.time.now().toISOString() };
    const exported: CustomerEvent = { type: 'CustomerDataExported', data };
    await this.customers.change(tenant_id, customer_id, () => Promise.resolve({ events: [exported] }));
    return { customer_id };
  }

  @OnCommand(eraseCustomer)
  async erase({ tenant_id, customer_id, dry_run, ...by }: RequestOf<typeof eraseCustomer>) {
    await this.customers
      .change(
        tenant_id,
        customer_id,
        async (state) => {
          const years = await this.erasures.years(tenant_id);
          const decide = async (sql: Sql) =>
            decideErasure(state, years, await openWork(sql, customer_id), officerIn(by), this.time.now());
          const erased = await decide(this.database);
          if (dry_run || !erased) return undefined;
          return { events: [erased], before: whileLocked(customer_id, decide) };
        },
        { evenErased: true },
      )
      .catch(refusedInTransaction);
    if (!dry_run) await this.database.query(ERASE, [customer_id]);
    return this.view(tenant_id, customer_id);
  }

  private async view(tenantId: string, customerId: string): Promise<CustomerErasure> {
    return found('erasure of customer', customerId, await this.erasures.erasure(tenantId, customerId));
  }
}

async function openWork(sql: Sql, customerId: string): Promise<OpenWork> {
  const { rows } = await sql.query<OpenWork & Record<string, unknown>>(OPEN_WORK, [customerId]);
  return rows[0]!;
}

/** Decides again while no work on the customer begins, where the decision can still undo the append. */
const whileLocked =
  (customerId: string, decide: (sql: Sql) => Promise<unknown>) =>
  async (sql: Sql, atomic: boolean): Promise<void> => {
    if (!atomic) return;
    await sql.query(LOCK, [customerId]);
    await decide(sql);
  };

const asDecision = (event: CustomerEvent | undefined) => event && { events: [event] };
