import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { reportFindings } from '@probity/contracts/customers/commands';
import type { CustomerEvent, RiskAssessed } from '@probity/contracts/customers/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { RaiseAlerts } from '../alerts/raise-alerts';
import { Assessments, type LoadedCustomer } from '../risk/assessments';
import type { AssessmentCause } from '../risk/decide-assessment';
import { TimeSource } from '@probity/platform/time-source';
import { assessedOf, CUSTOMER, evolveCustomer } from './customer-state';
import { decideFindings, earlierOutcome } from './decide-findings';

type Request = RequestOf<typeof reportFindings>;

/**
 * Applies the pipeline's findings about a customer: raises the alerts, changes the profile and the KYC status, and
 * scores the customer again. Repeated findings of the same ingested event change nothing and return the same
 * result.
 */
@Controller()
export class ReportFindingsHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly alerts: RaiseAlerts,
    private readonly assessments: Assessments,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(reportFindings)
  async handle(request: Request) {
    const { tenant_id, customer_id, event_id, trigger_type, reason } = request;
    const before = await this.assessments.load(tenant_id, customer_id);
    const caused = event_id === undefined ? {} : { event_id };
    const subject = { tenant_id, customer_id, ...caused };
    // Alerts are raised before the customer is scored, because the score reads them from the read side.
    const raised = await this.alerts.raise(subject, request.alerts);

    const cause: AssessmentCause = { trigger_type, reason, actor_type: 'system', ...caused };
    const { loaded, decided } = await this.store.changeOf(tenant_id, CUSTOMER, customer_id, (found) =>
      this.decide(found, request, cause),
    );
    const { kyc, kyc_status, events: appended } = decided!;
    const { state, events } =
      appended.length > 0 ? await this.assessments.settle(tenant_id, customer_id, cause) : loaded;
    const own = ownAssessment(events, event_id);
    const after = assessedOf(state);
    return {
      raised,
      kyc,
      kyc_status,
      assessment: own?.assessment ?? after.assessment,
      rating_changed: own?.rating_changed ?? after.rating_to !== assessedOf(before.state).rating_to,
    };
  }

  private async decide({ state, events: history }: LoadedCustomer, request: Request, cause: AssessmentCause) {
    const earlier = earlierOutcome(history, request);
    const { events, kyc } = earlier
      ? { events: [], kyc: earlier.kyc }
      : decideFindings(state, request, this.time.now().toISOString());
    const after = events.reduce(evolveCustomer, state);
    const appended: CustomerEvent[] = [...events, ...(await this.assessments.next(after, cause))];
    const { kyc_status } = earlier?.state ?? after;
    return { events: appended, isRepeat: earlier !== undefined, kyc, kyc_status };
  }
}

/** The last assessment that the event caused, and whether all its assessments together changed the rating. */
function ownAssessment(history: CustomerEvent[], eventId: string | undefined) {
  if (eventId === undefined) return undefined;
  const own = history.flatMap(({ type, data }): RiskAssessed[] =>
    type === 'RiskAssessed' && data.event_id === eventId ? [data] : [],
  );
  const [first, last] = [own[0], own.at(-1)];
  return first && last && { assessment: last.assessment, rating_changed: first.rating_from !== last.rating_to };
}
