import { Body, Get, Inject, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { mergeMap } from 'rxjs';
import { setAccountActive, verifyLedger } from '@probity/contracts/ledger/commands';
import { MAX_NOTE_CHARACTERS } from '@probity/contracts/checkpoints/views';
import { AccountActivity } from '@probity/contracts/ledger/account';
import { RecordedVerification, StaffLedger } from '@probity/contracts/ledger/staff-views';
import { LedgerVerification } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Flag } from '@probity/platform/http/fields/choice';
import { OptionalTexts } from '@probity/platform/http/fields/text';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import type { Logger } from '@probity/platform/logging';
import { BookQueries } from '@probity/read-side/ledger/book-queries';
import { LOGGER } from '@probity/platform/logger.token';
import { By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { sendProgress } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';
import { RecordVerifications } from '../verification/record-verifications';
import { keptOfLedger, MAX_CHECKPOINTS } from '../verification/kept-checkpoints';

export class AccountActivityBody extends ReasonBody {
  @Flag({ example: false, description: 'false blocks further postings to the account' })
  is_active: boolean;
}

export class VerificationBody {
  @OptionalTexts(MAX_CHECKPOINTS, MAX_NOTE_CHARACTERS, {
    description: 'signed checkpoints of the ledger that were kept outside of Probity, to compare the ledger with',
  })
  checkpoints?: string[] | null;
}

@ApiController('Ledgers', 'tenants/:slug/ledgers')
export class LedgersController {
  constructor(
    private readonly queries: BookQueries,
    private readonly commands: CommandBus,
    private readonly verifications: RecordVerifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's ledgers, oldest first", permission: 'read_ledgers', list: StaffLedger })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.ledgers(tenant.id, page);
  }

  @Get(':ledgerId')
  @ApiRoute({ summary: 'Read a ledger with its last verification', permission: 'read_ledgers', data: StaffLedger })
  async read(@Tenant() tenant: TenantView, @Id('ledgerId') ledgerId: string) {
    return found('ledger', ledgerId, await this.queries.ledger(tenant.id, ledgerId));
  }

  @Get(':ledgerId/verifications')
  @ApiRoute({
    summary: 'List the verifications of a ledger with their outcomes, newest first',
    permission: 'read_ledgers',
    list: RecordedVerification,
  })
  async verificationsOf(@Tenant() tenant: TenantView, @Id('ledgerId') ledgerId: string, @Query() page: PageQuery) {
    const recorded = await this.queries.verifications(tenant.id, ledgerId, page);
    if (recorded.length === 0) await this.read(tenant, ledgerId);
    return recorded;
  }

  @Put(':ledgerId/accounts/:accountId/activity')
  @ApiRoute({
    summary: 'Block further postings to an account, or allow them again',
    permission: 'decide',
    data: AccountActivity,
  })
  setActivity(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('ledgerId') ledgerId: string,
    @Id('accountId') accountId: string,
    @Body() { is_active, reason }: AccountActivityBody,
  ) {
    const account = { tenant_id: tenant.id, ledger_id: ledgerId, account_id: accountId };
    return this.commands.send(setAccountActive, { ...account, is_active, ...by, reason });
  }

  @Post(':ledgerId/verification')
  @ApiRoute({
    summary: 'Verify a whole ledger and record the outcome; returns its progress as lines of JSON',
    permission: 'verify_ledgers',
    status: 200,
    lines: LedgerVerification,
  })
  async verify(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('ledgerId') ledgerId: string,
    @Body() { checkpoints }: VerificationBody,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.read(tenant, ledgerId);
    const kept = keptOfLedger(ledgerId, checkpoints);
    const replies = this.commands
      .progress(verifyLedger, { tenant_id: tenant.id, ledger_id: ledgerId, checkpoints: kept })
      .pipe(mergeMap((progress) => this.verifications.record(tenant.id, by, progress), 1));
    sendProgress(reply, replies, this.logger, 'a verification failed');
  }
}
