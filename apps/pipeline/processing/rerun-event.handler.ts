import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { rerunEvent } from '@probity/contracts/pipeline/commands';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { found, invalid } from '@probity/platform/errors';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { Actions } from '@probity/read-side/audit/actions';
import { auditedOfficer } from '@probity/read-side/audit/audit-entry';
import { TimeSource } from '@probity/platform/time-source';
import { Worker } from '@probity/platform/worker';

const REVIVE = `
  UPDATE pipeline.inbox SET status = 'pending', attempts = 0, due_at = now()
  WHERE tenant_id = $1 AND event_id = $2 AND status = 'dead'`;

/** Processes a dead event again, after the customer's later events. */
@Controller()
export class RerunEventHandler {
  constructor(
    private readonly actions: Actions,
    private readonly queries: EventQueries,
    private readonly worker: Worker,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(rerunEvent)
  async handle(request: RequestOf<typeof rerunEvent>, { operationId }: MessageContext) {
    const { tenant_id, event_id, reason } = request;
    const about = { tenant_id, subject_type: 'event' as const, subject_id: event_id };
    const done = { action: 'event.rerun', ...auditedOfficer(request), reason, data: {} };
    const revived = await this.actions.perform(
      { id: operationId, ...about, ...done, at: this.time.now() },
      {
        check: async () => (await this.queries.event(tenant_id, event_id))?.status === 'dead',
        work: async (sql) => (await sql.query(REVIVE, [tenant_id, event_id])).rowCount === 1,
      },
    );
    const event = found('event', event_id, await this.queries.event(tenant_id, event_id));
    if (!revived && event.status !== 'pending') {
      throw invalid('event_not_dead', `event ${event_id} is ${event.status}; only a dead event can be rerun`);
    }
    this.worker.wake();
    return event;
  }
}
