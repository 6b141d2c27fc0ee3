import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { setAccountActive, verifyLedger } from '@probity/contracts/ledger/commands';
import type { LedgerView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import type { Logger } from '@probity/platform/logging';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { LOGGER } from '../logger.token';
import { NDJSON, progressLines } from '../streaming/progress-lines';
import { Tenants } from '../tenants/tenants';

export class AccountActivityBody {
  @ApiProperty({ example: false, description: 'false closes the account to further postings' })
  @IsBoolean()
  is_active: boolean;
}

@Controller('tenants/:slug/ledgers')
@ApiTags('Ledgers')
@ApiBearerAuth()
export class LedgersController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: LedgerQueries,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a tenant's ledgers, oldest first" })
  async list(@Param('slug') slug: string, @Query() page: PageQuery): Promise<Envelope<LedgerView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.queries.ledgers(tenant.id, page));
  }

  @Put(':ledgerId/accounts/:accountId/activity')
  @ApiOperation({ summary: 'Close an account to further postings, or open it to them again' })
  async setActivity(
    @Param('slug') slug: string,
    @Param('ledgerId', UuidPipe) ledgerId: string,
    @Param('accountId', UuidPipe) accountId: string,
    @Body() { is_active }: AccountActivityBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<{ account_id: string; is_active: boolean }>> {
    const tenant = await this.tenants.bySlug(slug);
    const request = { tenant_id: tenant.id, ledger_id: ledgerId, account_id: accountId, is_active };
    return ok(await this.commands.send(setAccountActive, request, traceparent));
  }

  @Post(':ledgerId/verification')
  @HttpCode(200)
  @ApiOperation({ summary: 'Walk a whole ledger and check it; answers its progress as lines of JSON' })
  async verify(
    @Param('slug') slug: string,
    @Param('ledgerId', UuidPipe) ledgerId: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const tenant = await this.tenants.bySlug(slug);
    if (!(await this.queries.ledger(tenant.id, ledgerId))) throw notFound('ledger', ledgerId);
    const replies = this.commands.progress(verifyLedger, { tenant_id: tenant.id, ledger_id: ledgerId });
    void reply.type(NDJSON).send(progressLines(replies, (err) => this.logger.error({ err }, 'a verification failed')));
  }
}
