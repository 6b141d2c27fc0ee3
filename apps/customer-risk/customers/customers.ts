import { Injectable } from '@nestjs/common';
import type { ActorType, Assessment, CustomerEvent } from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { AggregateStore, type Decision } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { type EventEffect, effectOf, recordEffects } from '@probity/read-side/customers/customer-projection';
import { readView, readViews } from '@probity/read-side/views';
import { type ProviderDecision, providerDecisions } from '../kyc/provider-decisions';
import { CUSTOMER, type CustomerState, evolveCustomer, type RequestedErasure } from './customer-state';

const STATE = `
  SELECT tenant_id, profile, kyc_status, kyc_decided_by, kyc_baseline, kyc_baseline_at, assessment, created_at,
    updated_at, revision::int, decided_revision::int, relationship_ended_on::text, restricted_at, erased_at
  FROM customer_risk.customers WHERE id = $1`;
const SINCE = `
  SELECT signal_id, plugin, occurred_at, json_build_object('status', kyc_status, 'reason', kyc_reason) AS kyc
  FROM customer_risk.provider_signals
  WHERE customer_id = $1 AND kyc_status IS NOT NULL AND ($2::timestamptz IS NULL OR occurred_at >= $2)`;
const COMPLETE = `
  UPDATE customer_risk.customers
  SET kyc_decided_by = $3, kyc_baseline = $4, kyc_baseline_at = $5, decided_revision = revision
  WHERE id = $1 AND revision = $2 AND decided_revision IS DISTINCT FROM revision`;

interface Row {
  tenant_id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
  kyc_decided_by: ActorType | null;
  /** null only in a row that is not complete */
  kyc_baseline: KycStatus | null;
  kyc_baseline_at: string | null;
  assessment: Assessment | null;
  created_at: string;
  updated_at: string;
  revision: number;
  decided_revision: number | null;
  relationship_ended_on: string | null;
  restricted_at: string | null;
  erased_at: string | null;
}

/**
 * Customers for decisions. Their state comes from the read side, so that a decision does not take longer the more
 * events a customer has. Only a decision on a signal reads the decisions of providers, of which there may be many.
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
    return notErased(await this.state(customerId));
  }

  /**
   * Appends the events that `decide` returns. Returns them with the state that they were decided on. `decide` runs again
   * after a concurrent append, so it must read its other data in each run.
   *
   * @param options.evenErased whether `decide` is called for a customer that was erased
   * @throws Refusal `not_found` also when the customer belongs to another tenant, or was erased; `contention`,
   * `outcome_unknown`
   */
  async change<Decided extends Decision<CustomerEvent>>(
    tenantId: string,
    customerId: string,
    decide: (state: CustomerState) => Promise<Decided | undefined>,
    { withSignals = false, evenErased = false } = {},
  ): Promise<{ state: CustomerState; decided: Decided | undefined }> {
    let state: CustomerState;
    const { decided } = await this.store.changeOf(tenantId, CUSTOMER, customerId, async () => {
      state = await this.state(customerId, withSignals);
      return decide(evenErased ? state : notErased(state));
    });
    return { state: state!, decided };
  }

  private async state(customerId: string, withSignals = false): Promise<CustomerState> {
    for (;;) {
      const row = await readView<Row>(this.database, STATE, [customerId]);
      if (!row) throw notFound('customer', customerId);
      const isComplete = row.decided_revision === row.revision;
      if (!isComplete) await this.complete(customerId, row);
      else return { ...stateOf(customerId, row), ...(withSignals && (await this.decisions(customerId, row))) };
    }
  }

  private async decisions(customerId: string, { kyc_baseline, kyc_baseline_at }: Row) {
    const since = await readViews<ProviderDecision>(this.database, SINCE, [customerId, kyc_baseline_at]);
    return { provider_decisions: providerDecisions(kyc_baseline!, kyc_baseline_at ?? '', since) };
  }

  /**
   * Adds to a row that an earlier version wrote what decisions need. Does nothing when the customer has changed
   * meanwhile. The stream is read before the transaction begins: a transaction that waits for a second connection
   * could wait for itself.
   */
  private async complete(customer_id: string, { tenant_id, revision }: Row): Promise<void> {
    let state: CustomerState | undefined;
    const effects: EventEffect[] = [];
    for await (const event of this.store.history(CUSTOMER, customer_id, { to: revision })) {
      const effect = effectOf(event);
      if (effect) effects.push(effect);
      // Signals do not change what the row needs, and there may be many.
      if (event.type !== 'ProviderSignalRecorded') state = evolveCustomer(state, event);
    }
    const decisions = state?.provider_decisions;
    if (!state || !decisions)
      throw new Error(`customer ${customer_id} has a row at revision ${revision}, but no events`);
    const { status, decided_at } = decisions;
    const values = [customer_id, revision, state.kyc_decided_by, status, decided_at === '' ? null : decided_at];
    await this.database.transaction(async (sql) => {
      const { rowCount } = await sql.query(COMPLETE, values);
      if (rowCount === 1) await recordEffects(sql, { customer_id, tenant_id }, effects);
    });
  }
}

/** Nothing is decided about a customer that was erased: it has no data any more. */
function notErased(state: CustomerState): CustomerState {
  if (state.erasure?.erased_at !== undefined) throw notFound('customer', state.id);
  return state;
}

function erasureOf({ relationship_ended_on, restricted_at, erased_at }: Row): RequestedErasure | undefined {
  if (restricted_at === null) return undefined;
  return {
    relationship_ended_on: relationship_ended_on!,
    requested_at: restricted_at,
    erased_at: erased_at ?? undefined,
  };
}

function stateOf(id: string, row: Row): CustomerState {
  const { tenant_id, profile, kyc_status, kyc_decided_by, assessment, created_at, updated_at } = row;
  return {
    id,
    tenant_id,
    profile,
    kyc_status,
    kyc_decided_by: kyc_decided_by ?? undefined,
    provider_decisions: undefined,
    assessment: assessment ?? undefined,
    erasure: erasureOf(row),
    created_at,
    updated_at,
  };
}
