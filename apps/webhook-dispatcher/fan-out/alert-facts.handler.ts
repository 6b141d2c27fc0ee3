import { Controller } from '@nestjs/common';
import { AlertDismissed, AlertRaised, AlertResolved } from '@probity/contracts/alerts/events';
import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnFact } from '@probity/messaging/handler-decorators';
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

  @OnFact(AlertRaised)
  raised(fact: AlertRaised, { id }: MessageContext): Promise<void> {
    return this.fanOut.take(webhookEvent('alert.created', id!, fact.tenant_id, fact.raised_at, alertOfFact(fact)));
  }

  @OnFact(AlertResolved)
  resolved(fact: AlertResolved, { id }: MessageContext): Promise<void> {
    return this.decided('alert.resolved', fact, id!);
  }

  @OnFact(AlertDismissed)
  dismissed(fact: AlertDismissed, { id }: MessageContext): Promise<void> {
    return this.decided('alert.dismissed', fact, id!);
  }

  private async decided(
    type: WebhookEventType,
    { tenant_id, alert_id, decided_at }: AlertResolved | AlertDismissed,
    id: string,
  ): Promise<void> {
    const alert: WebhookAlert | undefined = await this.alerts.alert(tenant_id, alert_id);
    if (!alert)
      throw new Refusal('overloaded', 'unavailable', `alert ${alert_id} was decided on and cannot be read yet`);
    await this.fanOut.take(webhookEvent(type, id, tenant_id, decided_at, alert));
  }
}
