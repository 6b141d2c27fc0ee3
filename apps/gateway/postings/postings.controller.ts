import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { postTransaction, verifyTransaction } from '@probity/contracts/ledger/commands';
import { PostingView, VerificationView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { postingRequest } from './posting-request';
import { PostTransactionBody } from './posting.dto';

const REPLAYED = {
  description: 'the idempotency_key was used before, and this is the original transaction',
  schema: { type: 'string', const: 'true' },
};

@ApiTag('Ledger')
@Controller('tenants/:slug/postings')
export class PostingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: LedgerQueries,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Post a transaction',
    description: 'A repeated idempotency_key returns the original transaction, with `Idempotent-Replayed: true`.',
    data: PostingView,
    missing: 'ledger',
    headers: { 'Idempotent-Replayed': REPLAYED },
  })
  async post(
    @TenantId() tenantId: string,
    @Body() body: PostTransactionBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<PostingView>> {
    const request = { tenant_id: tenantId, transaction_id: newId(), posting: postingRequest(body) };
    const { posting, replayed } = await this.commands.send(postTransaction, request);
    if (replayed) void reply.header('idempotent-replayed', 'true');
    return ok(posting);
  }

  @Get(':postingId')
  @ApiRoute({ summary: 'Read a posting', data: PostingView })
  async read(
    @TenantId() tenantId: string,
    @Param('postingId', UuidPipe) postingId: string,
  ): Promise<Envelope<PostingView>> {
    return ok(await this.find(tenantId, postingId));
  }

  @Get(':postingId/verify')
  @ApiRoute({ summary: 'Re-check a posting from its stored event', data: VerificationView })
  async verify(
    @TenantId() tenantId: string,
    @Param('postingId', UuidPipe) postingId: string,
  ): Promise<Envelope<VerificationView>> {
    const { transaction } = await this.find(tenantId, postingId);
    const request = { tenant_id: tenantId, ledger_id: transaction.ledger_id, transaction_id: postingId };
    return ok(await this.commands.send(verifyTransaction, request));
  }

  private async find(tenantId: string, postingId: string): Promise<PostingView> {
    const posting = await this.queries.posting(tenantId, postingId);
    if (!posting) throw notFound('posting', postingId);
    return posting;
  }
}
