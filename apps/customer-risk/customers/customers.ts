import { Injectable } from '@nestjs/common';
import type { ActorType, Assessment, CustomerEvent } from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { AggregateStore, type Decision } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { recordEffect } from '@probity/read-side/customers/customer-projection';
import { readView } from '@probity/read-side/views';
import { type ProviderDecision, providerDecisions } from '../kyc/provider-decisions';
import { CUSTOMER, type CustomerState, evolveCustomer } from './customer-state';

const STATE = `
  SELECT tenant_id, profile, kyc_status, kyc_decided_by, kyc_baseline, kyc_baseline_at, risk_rating, assessment,
    created_at, updated_at, revision::int,
    (SELECT json_agg(json_build_object('signal_id', signal_id, 'plugin', plugin,
        'occurred_at', to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'kyc', json_build_object('status', s.kyc_status, 'reason', s.kyc_reason)))
      FROM customer_risk.provider_signals s
      WHERE s.customer_id = c.id AND s.kyc_status IS NOT NULL
        AND (c.kyc_baseline_at IS NULL OR s.occurred_at >= c.kyc_baseline_at)) AS since
  FROM customer_risk.customers c WHERE id = $1`;
const COMPLETE = `
  UPDATE customer_risk.customers SET kyc_decided_by = $3, kyc_baseline = $4, kyc_baseline_at = $5
  WHERE id = $1 AND revision = $2 AND kyc_baseline IS NULL`;

interface Row {
  tenant_id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
  kyc_decided_by: ActorType | null;
  kyc_baseline: KycStatus | null;
  kyc_baseline_at: string | null;
  assessment: Assessment | null;
  created_at: string;
  updated_at: string;
  revision: number;
  since: ProviderDecision[] | null;
}

/**
 * Customers for decisions. Their state comes from the read side, so that a decision does not take longer the more
 * events a customer has.
 */
@Injectable()
export class Customers {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: Database,
  ) {}

  /** @throws Refusal `not_found` also when the customer belongs to another tenant */
  async load(tenantId: string, customerId: string): Promise<CustomerState> {
    await this.store.loadOf(tenantId, CUSTOMER, customerId);
    return this.state(customerId);
  }

  /**
   * Appends the events that `decide` returns. Returns them with the state that they were decided on. `decide` runs again
   * after a concurrent append, so it must read its other data in each run.
   *
   * @throws Refusal `not_found` also when the customer belongs to another tenant; `contention`, `outcome_unknown`
   */
  async change<Decided extends Decision<CustomerEvent>>(
    tenantId: string,
    customerId: string,
    decide: (state: CustomerState) => Promise<Decided | undefined>,
  ): Promise<{ state: CustomerState; decided: Decided | undefined }> {
    let state: CustomerState;
    const { decided } = await this.store.changeOf(tenantId, CUSTOMER, customerId, async () => {
      state = await this.state(customerId);
      return decide(state);
    });
    return { state: state!, decided };
  }

  private async state(customerId: string): Promise<CustomerState> {
    for (;;) {
      const row = await readView<Row>(this.database, STATE, [customerId]);
      if (!row) throw notFound('customer', customerId);
      if (row.kyc_baseline !== null) return stateOf(customerId, row, row.kyc_baseline);
      await this.complete(customerId, row.revision);
    }
  }

  /** Adds to a row of an earlier version what decisions need. Does nothing when the customer has changed meanwhile. */
  private async complete(customerId: string, revision: number): Promise<void> {
    await this.database.transaction(async (sql) => {
      let state: CustomerState | undefined;
      for await (const event of this.store.history(CUSTOMER, customerId, { to: revision })) {
        state = evolveCustomer(state, event);
        await recordEffect(sql, event);
      }
      if (!state)
        throw new Error(
          `the stream of customer ${customerId} has no events, but the read side has revision ${revision}`,
        );
      const { status, decided_at } = state.provider_decisions;
      const values = [customerId, revision, state.kyc_decided_by, status, decided_at === '' ? null : decided_at];
      await sql.query(COMPLETE, values);
    });
  }
}

function stateOf(id: string, row: Row, baseline: KycStatus): CustomerState {
  const { tenant_id, profile, kyc_status, kyc_decided_by, kyc_baseline_at, assessment, created_at, updated_at } = row;
  return {
    id,
    tenant_id,
    profile,
    kyc_status,
    kyc_decided_by: kyc_decided_by ?? undefined,
    provider_decisions: providerDecisions(baseline, kyc_baseline_at ?? '', row.since ?? []),
    assessment: assessment ?? undefined,
    created_at,
    updated_at,
  };
}
