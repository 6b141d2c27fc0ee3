import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { reportFindings } from '@probity/contracts/customers/commands';
import type { CustomerEvent, RiskAssessed } from '@probity/contracts/customers/events';
import type { KycStatus } from '@probity/contracts/customers/profile';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { RaiseAlerts } from '../alerts/raise-alerts';
import { Assessments, type LoadedCustomer } from '../risk/assessments';
import type { AssessmentCause } from '../risk/decide-assessment';
import { Streams, untilNotOvertaken } from '../streams/streams';
import { TimeSource } from '@probity/platform/time-source';
import { assessedOf, CUSTOMER, evolveCustomer } from './customer-state';
import { decideFindings, earlierOutcome } from './decide-findings';

interface Decided {
  loaded: LoadedCustomer;
  appended: boolean;
  kyc: Record<string, unknown>;
  kyc_status: KycStatus;
}

/**
 * Takes what the pipeline found out about a customer: raises the alerts, changes the profile and the KYC
 * status, and scores the customer again. The same findings of an ingested event change nothing when they
 * come again, and are answered alike.
 */
@Controller()
export class ReportFindingsHandler {
  constructor(
    private readonly streams: Streams,
    private readonly alerts: RaiseAlerts,
    private readonly assessments: Assessments,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(reportFindings)
  async handle(
    request: RequestOf<typeof reportFindings>,
    { traceparent }: MessageContext,
  ): Promise<ReplyOf<typeof reportFindings>> {
    const { tenant_id, customer_id, event_id, trigger_type, reason } = request;
    const before = await this.assessments.load(tenant_id, customer_id);
    const caused = event_id === undefined ? {} : { event_id };
    const subject = { tenant_id, customer_id, ...caused };
    // Before the score, which takes the alerts from the read side.
    const raised = await this.alerts.raise(subject, request.alerts, traceparent);

    const cause: AssessmentCause = { trigger_type, reason, actor_type: 'system', ...caused };
    const decided = await untilNotOvertaken(() => this.decide(request, cause, traceparent));
    const { state, events } = decided.appended
      ? await this.assessments.settle(tenant_id, customer_id, cause, traceparent)
      : decided.loaded;
    const own = ownAssessment(events, event_id);
    const after = assessedOf(state);
    return {
      raised,
      kyc: decided.kyc,
      kyc_status: decided.kyc_status,
      assessment: own?.assessment ?? after.assessment,
      rating_changed: own?.rating_changed ?? after.rating_to !== assessedOf(before.state).rating_to,
    };
  }

  private async decide(
    request: RequestOf<typeof reportFindings>,
    cause: AssessmentCause,
    traceparent: string | undefined,
  ): Promise<Decided> {
    const { tenant_id, customer_id } = request;
    const loaded = await this.assessments.load(tenant_id, customer_id);
    const { state, events: history, revision } = loaded;
    const earlier = earlierOutcome(history, request);
    const { events, kyc } = earlier
      ? { events: [], kyc: earlier.kyc }
      : decideFindings(state, request, this.time.now().toISOString());
    if (earlier) await this.streams.ensureProjected(CUSTOMER, loaded);

    const after = events.reduce(evolveCustomer, state);
    const assessed = await this.assessments.next(after, cause);
    const appended: CustomerEvent[] = assessed ? [...events, { type: 'RiskAssessed', data: assessed }] : events;
    if (appended.length > 0) await this.streams.append(CUSTOMER, customer_id, revision, appended, { traceparent });
    const { kyc_status } = earlier?.state ?? after;
    return { loaded, appended: appended.length > 0, kyc, kyc_status };
  }
}

/** What the event did to the score, in however many assessments. */
function ownAssessment(history: CustomerEvent[], eventId: string | undefined) {
  if (eventId === undefined) return undefined;
  const own = history.flatMap(({ type, data }): RiskAssessed[] =>
    type === 'RiskAssessed' && data.event_id === eventId ? [data] : [],
  );
  const [first, last] = [own[0], own.at(-1)];
  return first && last && { assessment: last.assessment, rating_changed: first.rating_from !== last.rating_to };
}
