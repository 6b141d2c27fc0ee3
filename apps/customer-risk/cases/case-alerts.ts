import { Injectable } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { invalid, Refusal } from '@probity/platform/errors';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { CLAIMED_ALERT } from '@probity/read-side/cases/case-projection';
import { Claims, type ClaimState, type TakenClaim } from '../claims/claims';
import { CASE } from './case-state';

/** Ensures that an alert is in at most one open case. */
@Injectable()
export class CaseAlerts {
  constructor(
    private readonly claims: Claims,
    private readonly store: AggregateStore,
    private readonly alerts: AlertQueries,
  ) {}

  /**
   * Claims alerts of a customer for a case.
   *
   * @throws Refusal `alert_not_of_customer`, `alert_in_other_case`, or `overloaded` when another command is adding
   * an alert to another case and does not end in time
   */
  async take(tenantId: string, customerId: string, caseId: string, alertIds: string[]): Promise<TakenClaim> {
    await this.refuseForeign(tenantId, customerId, alertIds);
    const names = alertIds.map(nameOf);
    const taking = await this.claims.take({ tenantId, names, owner: caseId }, (name, owner) =>
      this.stateOf(name, owner),
    );
    if (taking.outcome === 'taken') return taking.claim;
    const alertId = taking.name.slice(CLAIMED_ALERT.length);
    if (taking.outcome === 'held') {
      throw invalid('alert_in_other_case', `alert ${alertId} is already in the open case ${taking.owner}`);
    }
    throw new Refusal(
      'overloaded',
      'alert_pending',
      `another request is adding alert ${alertId} to a case; no changes were made; retry`,
    );
  }

  private async refuseForeign(tenantId: string, customerId: string, alertIds: string[]): Promise<void> {
    const own = await this.alerts.idsOfCustomer(tenantId, customerId, alertIds);
    const foreign = alertIds.find((id) => !own.has(id));
    if (foreign === undefined) return;
    throw invalid('alert_not_of_customer', `alert_ids: ${foreign} is not an alert of customer ${customerId}`);
  }

  private async stateOf(name: string, caseId: string): Promise<ClaimState> {
    const loaded = await this.store.load(CASE, caseId);
    if (loaded?.state.closed) return 'free';
    return loaded?.state.alert_ids.map(nameOf).includes(name) ? 'used' : 'pending';
  }
}

const nameOf = (alertId: string): string => `${CLAIMED_ALERT}${alertId}`;
