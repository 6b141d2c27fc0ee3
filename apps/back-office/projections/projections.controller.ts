import { Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { concat, defer, ignoreElements } from 'rxjs';
import { rebuildLedgerProjections } from '@probity/contracts/ledger/commands';
import { RebuildProgress } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import type { Logger } from '@probity/platform/logging';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { LOGGER } from '../logger.token';
import { sendProgress } from '../streaming/progress-lines';
import { RebuildTenants } from './rebuild-tenants';

@ApiController('Projections', 'projections')
export class ProjectionsController {
  constructor(
    private readonly tenants: RebuildTenants,
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
  rebuild(@Res() reply: FastifyReply): void {
    const replies = concat(
      defer(() => this.tenants.run()).pipe(ignoreElements()),
      this.commands.progress(rebuildLedgerProjections, {}),
    );
    sendProgress(reply, replies, this.logger, 'a rebuild failed');
  }
}
