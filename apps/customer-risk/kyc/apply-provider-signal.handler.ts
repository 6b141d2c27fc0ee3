import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { applyProviderSignal } from '@probity/contracts/customers/commands';
import type { SignalEffect } from '@probity/contracts/customers/events';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { auditActor } from '@probity/read-side/audit/audit-entry';
import { TimeSource } from '@probity/platform/time-source';
import { RaiseAlerts } from '../alerts/raise-alerts';
import { assessmentOf, type CustomerState, evolveCustomer } from '../customers/customer-state';
import { Customers } from '../customers/customers';
import { type AssessmentCause } from '../risk/decide-assessment';
import { Assessments } from '../risk/assessments';
import { decideSignal } from './provider-decisions';

const EFFECT = 'SELECT effect FROM customer_risk.provider_signals WHERE customer_id = $1 AND signal_id = $2';

type Request = RequestOf<typeof applyProviderSignal>;

/**
 * Applies what a provider reported: raises its alert, follows its decision on the identity, and scores the customer
 * again. A signal is recorded once. If a crash prevented the rest, the repeated command does it.
 */
@Controller()
export class ApplyProviderSignalHandler {
  constructor(
    private readonly customers: Customers,
    private readonly database: Database,
    private readonly alerts: RaiseAlerts,
    private readonly assessments: Assessments,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(applyProviderSignal)
  async handle(request: Request) {
    const { tenant_id, customer_id, alert, ...signal } = request;
    const { signal_id } = signal;
    const before = await this.customers.load(tenant_id, customer_id);
    // Before the score, which reads the alerts from the read side.
    const raised = await this.alerts.raise({ tenant_id, customer_id, signal_id }, alert ? [alert] : []);

    const cause = causeOf(request);
    const decide = async (state: CustomerState) => {
      if (await this.effectOf(customer_id, signal_id)) return undefined;
      const decided = decideSignal(state, signal, this.time.now().toISOString());
      return { events: [...decided, ...(await this.assessments.next(decided.reduce(evolveCustomer, state), cause))] };
    };
    await this.customers.change(tenant_id, customer_id, decide, { withSignals: true });
    const state = await this.assessments.settle(tenant_id, customer_id, cause);
    const assessment = assessmentOf(state);
    return {
      effect: (await this.effectOf(customer_id, signal_id))!,
      raised,
      kyc_status: state.kyc_status,
      assessment,
      rating_changed: assessment.rating !== assessmentOf(before).rating,
    };
  }

  /** The effect of a recorded signal; undefined when it is not recorded. */
  private async effectOf(customerId: string, signalId: string): Promise<SignalEffect | undefined> {
    const { rows } = await this.database.query<{ effect: SignalEffect }>(EFFECT, [customerId, signalId]);
    return rows[0]?.effect;
  }
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
