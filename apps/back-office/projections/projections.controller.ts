import { Body, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RebuildProgress } from '@probity/contracts/projections/views';
import { ReadSideVerification } from '@probity/contracts/projections/verification';
import type { Logger } from '@probity/platform/logging';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { LOGGER } from '@probity/platform/logger.token';
import { sendProgress } from '../streaming/progress-lines';
import { MaintenanceRecord } from './maintenance-record';
import { RebuildBody } from './rebuild.dto';
import { Rebuilds } from './rebuilds';
import { ReadSideVerifications } from './verifications';

@ApiController('Projections', 'projections')
export class ProjectionsController {
  constructor(
    private readonly rebuilds: Rebuilds,
    private readonly verifications: ReadSideVerifications,
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

  @Post('verification')
  @ApiRoute({
    summary:
      'Compare the whole read side with the events, and change nothing; returns its progress as lines of JSON, and in ' +
      'the last one what a rebuild would change',
    permission: 'rebuild_projections',
    status: 200,
    lines: ReadSideVerification,
  })
  async verify(@By() by: Officer, @Body() { reason }: ReasonBody, @Res() reply: FastifyReply): Promise<void> {
    await this.record.add('verify_projections', by, reason);
    sendProgress(reply, this.verifications.all(), this.logger, 'a verification of the read side failed');
  }
}
