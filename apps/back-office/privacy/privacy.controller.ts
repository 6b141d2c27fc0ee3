import { Body, Get, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { from } from 'rxjs';
import { PersonalDataEntry, PrivacyStatus, RewriteProgress } from '@probity/contracts/erasure/privacy-views';
import type { Database } from '@probity/persistence/database';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import type { Logger } from '@probity/platform/logging';
import { PrivacyQueries } from '@probity/read-side/privacy/privacy-queries';
import { registerOfPersonalData } from '@probity/read-side/privacy/register';
import { By, type Officer } from '../auth/staff-caller';
import { LOGGER } from '@probity/platform/logger.token';
import { MAINTENANCE } from '../maintenance.token';
import { MaintenanceRecord } from '../projections/maintenance-record';
import { ReasonBody } from '../staff/decision.dto';
import { sendProgress } from '../streaming/progress-lines';
import { rewriteTables } from './rewrite-tables';

@ApiController('Privacy', 'privacy')
export class PrivacyController {
  constructor(
    private readonly queries: PrivacyQueries,
    private readonly record: MaintenanceRecord,
    @Inject(MAINTENANCE) private readonly maintenance: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('register')
  @ApiRoute({
    summary: 'List the personal data that Probity keeps: where, why, how, and how long',
    permission: 'read_privacy',
    list: PersonalDataEntry,
  })
  register() {
    return registerOfPersonalData();
  }

  @Get('status')
  @ApiRoute({ summary: 'Read what erasure reaches, and what not', permission: 'read_privacy', data: PrivacyStatus })
  status() {
    return this.queries.status();
  }

  @Post('rewrite')
  @ApiRoute({
    summary:
      'Remove the bytes of erased data from the files of Postgres: write the overwritten tables anew, one after the ' +
      'other; statements on a table wait meanwhile. Returns its progress as lines of JSON',
    permission: 'rewrite_tables',
    status: 200,
    lines: RewriteProgress,
  })
  async rewrite(@By() by: Officer, @Body() { reason }: ReasonBody, @Res() reply: FastifyReply): Promise<void> {
    const ended = new AbortController();
    reply.raw.once('close', () => ended.abort());
    await this.record.add('rewrite_tables', by, reason);
    const replies = from(rewriteTables(this.maintenance, ended.signal));
    sendProgress(reply, replies, this.logger, 'the removal of erased bytes failed');
  }
}
