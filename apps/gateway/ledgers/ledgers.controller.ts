import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { createLedger } from '@probity/contracts/ledger/commands';
import type { LedgerView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { CreateLedgerBody, Ledger } from './ledger.dto';

@Controller('tenants/:slug/ledgers')
export class LedgersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: LedgerQueries,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Create a ledger' })
  @ApiTenantRoute({ tag: 'Ledger', body: CreateLedgerBody, status: 201, data: Ledger })
  async create(
    @TenantId() tenantId: string,
    @Body() body: CreateLedgerBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<LedgerView>> {
    const request = {
      tenant_id: tenantId,
      ledger_id: newId(),
      name: body.name,
      currency: body.currency,
      description: body.description ?? undefined,
      metadata: body.metadata ?? undefined,
    };
    return ok(await this.commands.send(createLedger, request, traceparent));
  }

  @Get()
  @ApiOperation({ summary: 'List ledgers, oldest first' })
  @ApiTenantRoute({ tag: 'Ledger', list: Ledger })
  async list(@TenantId() tenantId: string, @Query() page: PageQuery): Promise<Envelope<LedgerView[]>> {
    return ok(await this.queries.ledgers(tenantId, page));
  }

  @Get(':ledgerId')
  @ApiOperation({ summary: 'Read a ledger' })
  @ApiTenantRoute({ tag: 'Ledger', data: Ledger, ids: ['ledgerId'] })
  async read(
    @TenantId() tenantId: string,
    @Param('ledgerId', UuidPipe) ledgerId: string,
  ): Promise<Envelope<LedgerView>> {
    const ledger = await this.queries.ledger(tenantId, ledgerId);
    if (!ledger) throw notFound('ledger', ledgerId);
    return ok(ledger);
  }
}
