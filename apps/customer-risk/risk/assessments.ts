import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Assessment, CustomerEvent } from '@probity/contracts/customers/events';
import type { Loaded } from '@probity/event-store/aggregate';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { AlertQueries, type ScoredAlert } from '@probity/read-side/alerts/alert-queries';
import { scoredSince, scoringInput } from '@probity/read-side/customers/scoring-input';
import { ScoringModels } from '@probity/read-side/customers/scoring-models';
import { scoringSteps } from '@probity/scoring/score-customer';
import { Injectable } from '@nestjs/common';
import { CUSTOMER, type CustomerState } from '../customers/customer-state';
import { TimeSource } from '@probity/platform/time-source';
import { type AssessmentCause, decideAssessment } from './decide-assessment';

/** The maximum number of checks in `settle`. Usually the second check is the last, unless alerts keep changing. */
const MAX_LOOKS = 20;
/** Then other requests of the process come before the next step of a score. */
const MAX_AT_ONCE_MS = 5;

export type LoadedCustomer = Loaded<CustomerState, CustomerEvent>;

/** Scores customers with the model of their tenant and the alerts on the read side. */
@Injectable()
export class Assessments {
  constructor(
    private readonly store: AggregateStore,
    private readonly alerts: AlertQueries,
    private readonly models: ScoringModels,
    private readonly time: TimeSource,
  ) {}

  /** @throws Refusal `not_found` also when the customer belongs to another tenant */
  load(tenantId: string, customerId: string): Promise<LoadedCustomer> {
    return this.store.loadOf(tenantId, CUSTOMER, customerId);
  }

  /** The current score. */
  async score(state: CustomerState): Promise<Assessment> {
    const { id, tenant_id } = state;
    const alerts = await this.alerts.ofCustomerForScoring(tenant_id, id, scoredSince(this.time.now()));
    return this.scoreWith(state, alerts);
  }

  /** Like `score`, with given alerts, which may not be on the read side yet. */
  async scoreWith({ tenant_id, profile, kyc_status }: CustomerState, alerts: ScoredAlert[]): Promise<Assessment> {
    const model = await this.models.of(tenant_id);
    const steps = scoringSteps(scoringInput(profile, kyc_status, alerts, this.time.now()), model);
    for (let begun = performance.now(); ;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() - begun < MAX_AT_ONCE_MS) continue;
      await nextTurn();
      begun = performance.now();
    }
  }

  /** Returns the event that records the current score, or nothing if the recorded score is current. */
  async next(state: CustomerState, cause: AssessmentCause): Promise<CustomerEvent[]> {
    const data = decideAssessment(state, await this.score(state), cause, this.time.now().toISOString());
    return data ? [{ type: 'RiskAssessed', data }] : [];
  }

  /**
   * Records the current score, if it differs.
   *
   * Guarantees: when the promise resolves, the recorded score includes every alert and decision that existed at the
   * call. Of two concurrent calls, one may read the alerts before the other's change and record its score after it.
   * Each call therefore checks again after it has recorded a score.
   */
  async settle(tenantId: string, customerId: string, cause: AssessmentCause): Promise<LoadedCustomer> {
    for (let looks = 1; ; looks++) {
      const { loaded, decided } = await this.store.changeOf(tenantId, CUSTOMER, customerId, async ({ state }) => ({
        events: await this.next(state, cause),
      }));
      if (decided?.events.length === 0 || looks === MAX_LOOKS) return loaded;
    }
  }
}
