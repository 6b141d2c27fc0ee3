import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { postTransaction, verifyTransaction } from '@probity/contracts/ledger/commands';
import type { PostingView, VerificationView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { postingRequest } from './posting-request';
import { Posting, PostTransactionBody, Verification } from './posting.dto';

@Controller('tenants/:slug/postings')
export class PostingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: LedgerQueries,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Post a transaction',
    description: 'A repeated idempotency_key answers the original transaction, with `Idempotent-Replayed: true`.',
  })
  @ApiTenantRoute({ tag: 'Ledger', body: PostTransactionBody, status: 201, data: Posting, canBeMissing: true })
  async post(
    @TenantId() tenantId: string,
    @Body() body: PostTransactionBody,
    @Traceparent() traceparent: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<PostingView>> {
    const request = { tenant_id: tenantId, transaction_id: newId(), posting: postingRequest(body) };
    const { posting, replayed } = await this.commands.send(postTransaction, request, traceparent);
    if (replayed) void reply.header('idempotent-replayed', 'true');
    return ok(posting);
  }

  @Get(':postingId')
  @ApiOperation({ summary: 'Read a posting' })
  @ApiTenantRoute({ tag: 'Ledger', data: Posting, ids: ['postingId'] })
  async read(
    @TenantId() tenantId: string,
    @Param('postingId', UuidPipe) postingId: string,
  ): Promise<Envelope<PostingView>> {
    return ok(await this.find(tenantId, postingId));
  }

  @Get(':postingId/verify')
  @ApiOperation({ summary: 'Re-check a posting from its stored event' })
  @ApiTenantRoute({ tag: 'Ledger', data: Verification, ids: ['postingId'] })
  async verify(
    @TenantId() tenantId: string,
    @Param('postingId', UuidPipe) postingId: string,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<VerificationView>> {
    const { transaction } = await this.find(tenantId, postingId);
    const request = { tenant_id: tenantId, ledger_id: transaction.ledger_id, transaction_id: postingId };
    return ok(await this.commands.send(verifyTransaction, request, traceparent));
  }

  private async find(tenantId: string, postingId: string): Promise<PostingView> {
    const posting = await this.queries.posting(tenantId, postingId);
    if (!posting) throw notFound('posting', postingId);
    return posting;
  }
}
