import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { applyProviderSignal } from '@probity/contracts/customers/commands';
import type { CustomerEvent, ProviderSignalRecorded } from '@probity/contracts/customers/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { auditActor } from '@probity/read-side/audit/audit-entry';
import { TimeSource } from '@probity/platform/time-source';
import { RaiseAlerts } from '../alerts/raise-alerts';
import { assessedOf, CUSTOMER, evolveCustomer } from '../customers/customer-state';
import { type AssessmentCause } from '../risk/decide-assessment';
import { Assessments } from '../risk/assessments';
import { decideSignal } from './provider-decisions';

type Request = RequestOf<typeof applyProviderSignal>;

/**
 * Applies what a provider reported: raises its alert, follows its decision on the identity, and scores the customer
 * again. A signal is recorded once. If a crash prevented the rest, the repeated command does it.
 */
@Controller()
export class ApplyProviderSignalHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly alerts: RaiseAlerts,
    private readonly assessments: Assessments,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(applyProviderSignal)
  async handle(request: Request) {
    const { tenant_id, customer_id, alert, ...signal } = request;
    const { signal_id } = signal;
    const before = await this.assessments.load(tenant_id, customer_id);
    // Before the score, which reads the alerts from the read side.
    const raised = await this.alerts.raise({ tenant_id, customer_id, signal_id }, alert ? [alert] : []);

    const cause = causeOf(request);
    await this.store.changeOf(tenant_id, CUSTOMER, customer_id, async ({ state, events }) => {
      if (recordedSignal(events, signal_id)) return undefined;
      const decided = decideSignal(state, signal, this.time.now().toISOString());
      return { events: [...decided, ...(await this.assessments.next(decided.reduce(evolveCustomer, state), cause))] };
    });
    const { state, events } = await this.assessments.settle(tenant_id, customer_id, cause);
    const { assessment, rating_to } = assessedOf(state);
    return {
      effect: recordedSignal(events, signal_id)!.effect,
      raised,
      kyc_status: state.kyc_status,
      assessment,
      rating_changed: rating_to !== assessedOf(before.state).rating_to,
    };
  }
}

function recordedSignal(history: CustomerEvent[], signalId: string): ProviderSignalRecorded | undefined {
  for (const { type, data } of history) {
    if (type === 'ProviderSignalRecorded' && data.signal_id === signalId) return data;
  }
  return undefined;
}

function causeOf({ plugin, event_source, kyc, alert }: Request): AssessmentCause {
  const why = kyc?.reason ?? alert?.title;
  return {
    trigger_type: kyc ? 'kyc_change' : alert?.match ? 'list_change' : 'transaction',
    reason: `the provider ${plugin} reported ${event_source}${why === undefined ? '' : `: ${why}`}`,
    actor_type: 'provider',
    actor: auditActor('provider', plugin),
  };
}
