import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { AlertDismissed, AlertRaised, AlertResolved } from '@probity/contracts/alerts/events';
import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { MessageContext } from '@probity/messaging/command-call';
import { Refusal } from '@probity/platform/errors';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { alertOfFact, type WebhookAlert, webhookEvent } from './alert-webhooks';
import { FanOut } from './fan-out';

/** Turns what happens to alerts into deliveries. */
@Controller()
export class AlertFactsHandler {
  constructor(
    private readonly fanOut: FanOut,
    private readonly alerts: AlertQueries,
  ) {}

  @EventPattern('customer-risk.AlertRaised')
  raised(@Payload() fact: AlertRaised, @Ctx() context: unknown): Promise<void> {
    return this.fanOut.take(
      webhookEvent('alert.created', factId(context), fact.tenant_id, fact.raised_at, alertOfFact(fact)),
    );
  }

  @EventPattern('customer-risk.AlertResolved')
  resolved(@Payload() fact: AlertResolved, @Ctx() context: unknown): Promise<void> {
    return this.decided('alert.resolved', fact, context);
  }

  @EventPattern('customer-risk.AlertDismissed')
  dismissed(@Payload() fact: AlertDismissed, @Ctx() context: unknown): Promise<void> {
    return this.decided('alert.dismissed', fact, context);
  }

  private async decided(
    type: WebhookEventType,
    { tenant_id, alert_id, decided_at }: AlertResolved | AlertDismissed,
    context: unknown,
  ): Promise<void> {
    const alert: WebhookAlert | undefined = await this.alerts.alert(tenant_id, alert_id);
    if (!alert)
      throw new Refusal('overloaded', 'unavailable', `alert ${alert_id} was decided on and cannot be read yet`);
    await this.fanOut.take(webhookEvent(type, factId(context), tenant_id, decided_at, alert));
  }
}

/** Nest types what is injected here as unknown. */
const factId = (context: unknown): string => (context as MessageContext).id!;
