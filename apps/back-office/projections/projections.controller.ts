import { Body, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RebuildProgress } from '@probity/contracts/projections/views';
import type { Logger } from '@probity/platform/logging';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { By, type Officer } from '../auth/staff-caller';
import { LOGGER } from '../logger.token';
import { sendProgress } from '../streaming/progress-lines';
import { MaintenanceRecord } from './maintenance-record';
import { RebuildBody } from './rebuild.dto';
import { Rebuilds } from './rebuilds';

@ApiController('Projections', 'projections')
export class ProjectionsController {
  constructor(
    private readonly rebuilds: Rebuilds,
    private readonly record: MaintenanceRecord,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('rebuild')
  @ApiRoute({
    summary:
      'Rebuild the read side of tenants, staff and ledgers, or all of it, from the events; returns its progress as ' +
      'lines of JSON',
    permission: 'rebuild_projections',
    status: 200,
    lines: RebuildProgress,
  })
  async rebuild(@By() by: Officer, @Body() { reason, all }: RebuildBody, @Res() reply: FastifyReply): Promise<void> {
    await this.record.add('rebuild_projections', by, reason);
    sendProgress(reply, all ? this.rebuilds.all() : this.rebuilds.books(), this.logger, 'a rebuild failed');
  }
}
