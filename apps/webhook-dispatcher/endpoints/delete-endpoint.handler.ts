import { setTimeout as delay } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { deleteWebhookEndpoint } from '@probity/contracts/webhooks/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { Dispatcher } from '../delivery/dispatcher';
import { TimeSource } from '@probity/platform/time-source';
import { Endpoints } from './endpoints';

const UNDER_WAY = `
  SELECT EXISTS (SELECT FROM webhooks.deliveries
    WHERE endpoint_id = $1 AND due_at IS NOT NULL AND lease_until > $2) AS yes`;

/** Others look for deleted endpoints several times a second; one that has died is not waited for. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 50;

@Controller()
export class DeleteEndpointHandler {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly dispatcher: Dispatcher,
    private readonly database: Database,
    private readonly time: TimeSource,
  ) {}

  /** Answers when what was under way, here or in another instance, has ended. */
  @OnCommand(deleteWebhookEndpoint)
  async handle(request: RequestOf<typeof deleteWebhookEndpoint>): Promise<ReplyOf<typeof deleteWebhookEndpoint>> {
    await this.endpoints.delete(request, this.time.now());
    this.dispatcher.abort(request.endpoint_id);
    const giveUpAt = performance.now() + PATIENCE_MS;
    while ((await this.isUnderWay(request.endpoint_id)) && performance.now() < giveUpAt) await delay(LOOK_MS);
    return {};
  }

  private async isUnderWay(endpointId: string): Promise<boolean> {
    const { rows } = await this.database.query<{ yes: boolean }>(UNDER_WAY, [endpointId, this.time.now()]);
    return rows[0]!.yes;
  }
}
