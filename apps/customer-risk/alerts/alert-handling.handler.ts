import { Controller } from '@nestjs/common';
import { assignAlert, snoozeAlert, tagAlert } from '@probity/contracts/alerts/commands';
import type { AlertHandled } from '@probity/contracts/alerts/events';
import type { AlertDetail } from '@probity/contracts/alerts/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { TimeSource } from '@probity/platform/time-source';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { ALERT, type AlertState } from './alert-state';
import { assign, snooze, tag } from './handle-alert';

/** What staff do with an alert until they decide on it. It does not count for the score. */
@Controller()
export class AlertHandlingHandler {
  constructor(
    private readonly store: AggregateStore,
    private readonly queue: AlertQueue,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(assignAlert)
  assign({ tenant_id, alert_id, ...request }: RequestOf<typeof assignAlert>) {
    return this.handle(tenant_id, alert_id, (state, now) => assign(state, request, request, now));
  }

  @OnCommand(snoozeAlert)
  snooze({ tenant_id, alert_id, ...request }: RequestOf<typeof snoozeAlert>) {
    return this.handle(tenant_id, alert_id, (state, now) => snooze(state, request, request, now));
  }

  @OnCommand(tagAlert)
  tag({ tenant_id, alert_id, tags, ...by }: RequestOf<typeof tagAlert>) {
    return this.handle(tenant_id, alert_id, (state, now) => tag(state, tags, by, now));
  }

  private async handle(
    tenantId: string,
    alertId: string,
    decide: (state: AlertState, now: string) => AlertHandled | undefined,
  ): Promise<AlertDetail> {
    await this.store.changeOf(tenantId, ALERT, alertId, ({ state }) => {
      const event = decide(state, this.time.now().toISOString());
      return event && { events: [event] };
    });
    const detail = await this.queue.alert(tenantId, alertId);
    if (!detail) throw new Error(`alert ${alertId} is stored in its stream but is not on the read side`);
    return detail;
  }
}
