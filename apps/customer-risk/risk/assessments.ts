import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Assessment, CustomerEvent } from '@probity/contracts/customers/events';
import { AlertQueries, type ScoredAlert } from '@probity/read-side/alerts/alert-queries';
import { scoredSince, scoringInput } from '@probity/read-side/customers/scoring-input';
import { ScoringModels } from '@probity/read-side/customers/scoring-models';
import { scoringSteps } from '@probity/scoring/score-customer';
import { Injectable } from '@nestjs/common';
import { type CustomerState, evolveCustomer } from '../customers/customer-state';
import { Customers } from '../customers/customers';
import { TimeSource } from '@probity/platform/time-source';
import { type AssessmentCause, decideAssessment } from './decide-assessment';

/** The maximum number of checks in `settle`. Usually the second check is the last, unless alerts keep changing. */
const MAX_LOOKS = 20;
/** Then other requests of the process come before the next step of a score. */
const MAX_AT_ONCE_MS = 5;

/** Scores customers with the model of their tenant and the alerts on the read side. */
@Injectable()
export class Assessments {
  constructor(
    private readonly customers: Customers,
    private readonly alerts: AlertQueries,
    private readonly models: ScoringModels,
    private readonly time: TimeSource,
  ) {}

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
   * Records the current score, if it differs. Returns the customer with it.
   *
   * Guarantees: when the promise resolves, the recorded score includes every alert and decision that existed at the
   * call. Of two concurrent calls, one may read the alerts before the other's change and record its score after it.
   * Each call therefore checks again after it has recorded a score.
   */
  async settle(tenantId: string, customerId: string, cause: AssessmentCause): Promise<CustomerState> {
    for (let looks = 1; ; looks++) {
      const { state, decided } = await this.customers.change(tenantId, customerId, async (found) => ({
        events: await this.next(found, cause),
      }));
      if (decided!.events.length === 0 || looks === MAX_LOOKS) return decided!.events.reduce(evolveCustomer, state);
    }
  }
}
