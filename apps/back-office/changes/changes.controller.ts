import { Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Changed } from '@probity/contracts/changes/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { Refusal } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Caller, type StaffCaller } from '../auth/staff-caller';
import { Tenant } from '../tenants/tenant.decorator';
import { ChangeStreams, RETRY_AFTER_S } from './change-streams';

/** What changes in a tenant, while it changes: clients read again only what they show. */
@ApiController('Changes', 'tenants/:slug/changes')
export class ChangesController {
  constructor(private readonly streams: ChangeStreams) {}

  @Get()
  @ApiRoute({
    summary: 'Listen to what changes: a stream of server-sent events that names the kinds of what changed',
    description:
      'The first message is `ready`: read what you need after it. Then `changed` follows within about a second of a ' +
      'change, with the kinds that the caller may read. The stream has no data of customers. It ends with the session, ' +
      'and when the server stops; connect again, and read everything anew. A comment comes every 15 seconds.',
    permission: 'read_tenant',
    messages: Changed,
  })
  async listen(@Tenant() tenant: TenantView, @Caller() caller: StaffCaller, @Res() reply: FastifyReply): Promise<void> {
    const stream = await this.streams.add(tenant, caller).catch((error: unknown) => {
      if (error instanceof Refusal) void reply.header('retry-after', RETRY_AFTER_S);
      throw error;
    });
    // Proxies such as nginx would keep messages back until their buffer is full.
    void reply.headers({ 'x-accel-buffering': 'no', connection: 'close' });
    void reply.type('text/event-stream').send(stream.body);
  }
}
