import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { createLedger } from '@probity/contracts/ledger/commands';
import { LedgerView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { given } from '../fields/absent';
import { CreateLedgerBody } from './ledger.dto';

@ApiTag('Ledger')
@Controller('tenants/:slug/ledgers')
export class LedgersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: LedgerQueries,
  ) {}

  @Post()
  @ApiRoute({ summary: 'Create a ledger', data: LedgerView })
  async create(@TenantId() tenantId: string, @Body() body: CreateLedgerBody): Promise<Envelope<LedgerView>> {
    const request = { ...given(body), tenant_id: tenantId, ledger_id: newId() };
    return ok(await this.commands.send(createLedger, request));
  }

  @Get()
  @ApiRoute({ summary: 'List ledgers, oldest first', list: LedgerView })
  async list(@TenantId() tenantId: string, @Query() page: PageQuery): Promise<Envelope<LedgerView[]>> {
    return ok(await this.queries.ledgers(tenantId, page));
  }

  @Get(':ledgerId')
  @ApiRoute({ summary: 'Read a ledger', data: LedgerView })
  async read(
    @TenantId() tenantId: string,
    @Param('ledgerId', UuidPipe) ledgerId: string,
  ): Promise<Envelope<LedgerView>> {
    const ledger = await this.queries.ledger(tenantId, ledgerId);
    if (!ledger) throw notFound('ledger', ledgerId);
    return ok(ledger);
  }
}
