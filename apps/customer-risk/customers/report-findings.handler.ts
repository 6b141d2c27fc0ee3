import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { reportFindings } from '@probity/contracts/customers/commands';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import { invalid } from '@probity/platform/errors';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { RaiseAlerts } from '../alerts/raise-alerts';
import { Assessments } from '../risk/assessments';
import type { AssessmentCause } from '../risk/decide-assessment';
import { TimeSource } from '@probity/platform/time-source';
import { assessmentOf, type CustomerState, evolveCustomer } from './customer-state';
import { Customers } from './customers';
import { decideFindings } from './decide-findings';
import { EventEffects } from './event-effects';

type Request = RequestOf<typeof reportFindings>;

/**
 * Applies the pipeline's findings about a customer: raises the alerts, changes the profile and the KYC status, and
 * scores the customer again. Repeated findings of the same ingested event change nothing and return the same
 * result.
 */
@Controller()
export class ReportFindingsHandler {
  constructor(
    private readonly customers: Customers,
    private readonly effects: EventEffects,
    private readonly alerts: RaiseAlerts,
    private readonly assessments: Assessments,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(reportFindings)
  async handle(request: Request) {
    const { tenant_id, customer_id, event_id, trigger_type, reason } = request;
    if (request.provider_kyc && event_id === undefined) {
      throw invalid(
        'invalid_field',
        'event_id is missing; provider_kyc is recorded once for each event; no changes were made',
      );
    }
    const before = await this.customers.load(tenant_id, customer_id);
    const caused = event_id === undefined ? {} : { event_id };
    const subject = { tenant_id, customer_id, ...caused };
    // Alerts are raised before the customer is scored, because the score reads them from the read side.
    const raised = await this.alerts.raise(subject, request.alerts);

    const cause: AssessmentCause = { trigger_type, reason, actor_type: 'system', ...caused };
    const { state: found, decided } = await this.customers.change(
      tenant_id,
      customer_id,
      (state) => this.decide(state, request, cause),
      { withSignals: request.provider_kyc !== undefined },
    );
    const { kyc, kyc_status, events: appended } = decided!;
    const state = appended.length > 0 ? await this.assessments.settle(tenant_id, customer_id, cause) : found;
    const own = await this.effects.assessment(customer_id, event_id);
    const after = assessmentOf(state);
    return {
      raised,
      kyc,
      kyc_status,
      assessment: own?.assessment ?? after,
      rating_changed: own?.rating_changed ?? after.rating !== assessmentOf(before).rating,
    };
  }

  private async decide(state: CustomerState, request: Request, cause: AssessmentCause) {
    const earlier = await this.effects.earlierOutcome(state.id, request);
    const { events, kyc } = earlier
      ? { events: [], kyc: earlier.kyc }
      : decideFindings(state, request, this.time.now().toISOString());
    const after = events.reduce(evolveCustomer, state);
    const appended: CustomerEvent[] = [...events, ...(await this.assessments.next(after, cause))];
    const { kyc_status } = earlier?.state ?? after;
    return { events: appended, isRepeat: earlier !== undefined, kyc, kyc_status };
  }
}
