import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { createCustomer } from '@probity/contracts/customers/commands';
import type { CustomerEvent } from '@probity/contracts/customers/events';
import { institutionIn } from '@probity/contracts/staff/officer';
import { AggregateStore, type Decision } from '@probity/event-store/aggregate-store';
import { AppendRejected, NeverSent } from '@probity/event-store/event-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Refusal } from '@probity/platform/errors';
import { RaiseAlerts } from '../alerts/raise-alerts';
import { ClaimLost, useClaim } from '../claims/claims';
import { Assessments } from '../risk/assessments';
import { type AssessmentCause, decideAssessment } from '../risk/decide-assessment';
import { newId } from '@probity/platform/ids';
import { TimeSource } from '@probity/platform/time-source';
import { CUSTOMER, type CustomerState, evolveCustomer, viewOf } from './customer-state';
import { createdBefore, scoredWhenRaised } from './decide-creation';
import { emailTaken, EmailClaims } from './email-claims';
import { Screening } from './screening';
import { UnresolvedCreations } from './unresolved-creations';

type Request = RequestOf<typeof createCustomer>;

const CAUSE: AssessmentCause = {
  trigger_type: 'onboarding',
  reason: 'the customer was created',
  actor_type: 'system',
};

/** The number of events that a creation appends together: the customer and its first assessment. */
const CREATED_WITH = 2;

/**
 * Creates a customer in these steps: claim the e-mail address, ask the pipeline to screen the customer, score it,
 * append the customer with its first rating, raise the alerts, return.
 *
 * Guarantees: every customer is screened and has a rating. If a crash prevents alerts, the repeated command raises
 * them. Without a repeated command the pipeline raises them, because it screens every new customer once more.
 */
@Controller()
export class CreateCustomerHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly emails: EmailClaims,
    private readonly screening: Screening,
    private readonly assessments: Assessments,
    private readonly alerts: RaiseAlerts,
    private readonly time: TimeSource,
    private readonly unresolved: UnresolvedCreations,
  ) {}

  @OnCommand(createCustomer)
  async handle(request: Request) {
    const { loaded: existing } = await this.store.change(CUSTOMER, request.customer_id, () => undefined);
    const { customer, alerts } = existing ? await this.again(request) : await this.create(request);
    const { tenant_id, customer_id } = request;
    await this.alerts.raise({ tenant_id, customer_id }, alerts);
    // The first score includes these alerts. A concurrent scoring before they were raised does not, so score again.
    if (alerts.length > 0) await this.assessments.settle(tenant_id, customer_id, CAUSE);
    return viewOf(customer);
  }

  private async create(request: Request): Promise<Created> {
    const { tenant_id, customer_id, profile } = request;
    const claim = await this.emails.take(tenant_id, profile.email, customer_id);
    const prepared = await this.prepare(request).catch(async (cause: unknown) => {
      await this.emails.release(claim);
      throw notScreened(cause);
    });
    // Renews the claim, because screening may have taken long. The steps from here to the append are short.
    const renewed = await this.emails.renew(claim, profile.email);
    const [created, ...rest] = prepared.events;
    const decided: Decision<CustomerEvent> = {
      events: [{ ...created!, id: customer_id }, ...rest.map((event) => ({ ...event, id: newId() }))],
      before: (sql, atomic) => useClaim(sql, renewed, atomic),
    };
    const existing = await this.store.begin(CUSTOMER, customer_id, decided).catch(async (error: unknown) => {
      if (error instanceof AppendRejected || error instanceof NeverSent) await this.emails.release(renewed);
      else this.unresolved.add({ tenant_id, customer_id, email: profile.email, decided }, error);
      throw error instanceof AppendRejected && error.cause instanceof ClaimLost ? emailTaken(profile.email) : error;
    });
    if (!existing) return prepared;
    // The same command was delivered twice, and the other delivery has created the customer.
    return { customer: await this.created(request), alerts: prepared.alerts };
  }

  /** Screens and scores the customer; nothing is recorded yet. */
  private async prepare(request: Request): Promise<Created & Prepared> {
    const { tenant_id, customer_id, profile, kyc_status } = request;
    const alerts = await this.screening.alertsFor({ tenant_id, customer_id, profile });
    const created_at = this.time.now().toISOString();
    const created: CustomerEvent = {
      type: 'CustomerCreated',
      data: { customer_id, tenant_id, profile, kyc_status, ...institutionIn(request), created_at },
    };
    const customer = evolveCustomer(undefined, created);
    const assessment = await this.assessments.scoreWith(
      customer,
      alerts.map((alert) => scoredWhenRaised(alert, created_at)),
    );
    const assessed: CustomerEvent = {
      type: 'RiskAssessed',
      data: decideAssessment(customer, assessment, CAUSE, created_at)!,
    };
    return { customer: evolveCustomer(customer, assessed), alerts, events: [created, assessed] };
  }

  private async created(request: Request): Promise<CustomerState> {
    const first: CustomerEvent[] = [];
    const together = { to: CREATED_WITH - 1 };
    for await (const event of this.store.history(CUSTOMER, request.customer_id, together)) first.push(event);
    return createdBefore(first, request);
  }

  /** The command was carried out before, but perhaps not completely. */
  private async again(request: Request): Promise<Created> {
    const { tenant_id, customer_id, profile } = request;
    const customer = await this.created(request);
    try {
      return {
        customer,
        alerts: await this.screening.alertsFor({ tenant_id, customer_id, profile }),
      };
    } catch (cause) {
      throw new Refusal(
        'outcome_unknown',
        'outcome_unknown',
        `customer ${customer_id} was created, but its alerts may not be raised yet; read it before you retry`,
        { cause },
      );
    }
  }
}

interface Created {
  /** the customer as it was created, without later changes */
  customer: CustomerState;
  alerts: AlertToRaise[];
}

interface Prepared {
  events: CustomerEvent[];
}

const notScreened = (cause: unknown): Refusal =>
  new Refusal(
    'overloaded',
    'screening_unavailable',
    'the customer cannot be screened and scored now; no changes were made; retry',
    { cause },
  );
