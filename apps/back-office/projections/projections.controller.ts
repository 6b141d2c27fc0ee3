import { Body, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { concat, defer, ignoreElements, of } from 'rxjs';
import { rebuildLedgerProjections } from '@probity/contracts/ledger/commands';
import { RebuildProgress } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import type { Logger } from '@probity/platform/logging';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { By, type Officer } from '../auth/staff-caller';
import { LOGGER } from '../logger.token';
import { ReasonBody } from '../staff/decision.dto';
import { sendProgress } from '../streaming/progress-lines';
import { MaintenanceRecord } from './maintenance-record';
import { RebuildTenants } from './rebuild-tenants';

const NOT_BEGUN: RebuildProgress = { streams: 0, streams_done: 0, events: 0, done: false };

@ApiController('Projections', 'projections')
export class ProjectionsController {
  constructor(
    private readonly tenants: RebuildTenants,
    private readonly record: MaintenanceRecord,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('rebuild')
  @ApiRoute({
    summary:
      'Rebuild the read side of tenants, staff and ledgers from the events; returns its progress as lines of JSON',
    permission: 'rebuild_projections',
    status: 200,
    lines: RebuildProgress,
  })
  async rebuild(@By() by: Officer, @Body() { reason }: ReasonBody, @Res() reply: FastifyReply): Promise<void> {
    await this.record.add('rebuild_projections', by, reason);
    const replies = concat(
      of(NOT_BEGUN), // it is repeated while the tenants are rebuilt, so that clients do not take the connection for dead
      defer(() => this.tenants.run()).pipe(ignoreElements()),
      this.commands.progress(rebuildLedgerProjections, {}),
    );
    sendProgress(reply, replies, this.logger, 'a rebuild failed');
  }
}
