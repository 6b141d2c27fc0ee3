import { Body, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { postTransaction, readReceipt, verifyTransaction } from '@probity/contracts/ledger/commands';
import { PostedView, ReceiptView } from '@probity/contracts/ledger/receipts';
import { PostingView, VerificationView } from '@probity/contracts/ledger/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { IDEMPOTENT_REPLAYED } from '@probity/platform/http/accept-idempotency-keys';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantId } from '../auth/tenant.decorator';
import { PostingQuery } from './posting-query.dto';
import { postingRequest } from './posting-request';
import { PostTransactionBody } from './posting.dto';

const MISMATCH = {
  description: 'only with `Idempotent-Replayed`: the original transaction had other content',
  schema: { type: 'string', const: 'true' },
};

@ApiController('Ledger', 'tenants/:slug/postings')
export class PostingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: LedgerQueries,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Post a transaction',
    description:
      'The header `Idempotency-Key` and the field `idempotency_key` are the same key; a posting may have it in either. ' +
      'A ledger remembers it for ever. A repeated key returns the original transaction with 201 and ' +
      '`Idempotent-Replayed: true`, and with `Idempotency-Mismatch: true` if the body differed. With `include=receipt`, ' +
      'the response waits for the receipt. If it is not signed in time, `receipt` is null: the posting is made, and ' +
      '`receipt_path` says where to read the receipt later.',
    data: PostedView,
    missing: 'ledger',
    idempotency: 'own',
    headers: { 'Idempotency-Mismatch': MISMATCH },
    refusals: [
      'unbalanced',
      'too_few_entries',
      'debit_or_credit',
      'bad_amount',
      'duplicate_account',
      'account_missing',
      'account_inactive',
      'currency_mismatch',
      'bad_idempotency_key',
      'too_long',
      'bad_text',
      'bad_metadata',
    ],
  })
  async post(
    @TenantId() tenantId: string,
    @Param('slug') slug: string,
    @Query() { include }: PostingQuery,
    @Body() body: PostTransactionBody,
    @Headers('idempotency-key') header: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = { tenant_id: tenantId, transaction_id: newId(), posting: postingRequest(body, header) };
    const { posting, replayed, mismatch } = await this.commands.send(postTransaction, request);
    if (replayed) void reply.header(IDEMPOTENT_REPLAYED, 'true');
    if (mismatch) void reply.header('idempotency-mismatch', 'true');
    return include ? { ...posting, ...(await this.withReceipt(tenantId, slug, posting)) } : posting;
  }

  @Get(':postingId')
  @ApiRoute({ summary: 'Read a posting', data: PostingView })
  read(@TenantId() tenantId: string, @Id('postingId') postingId: string) {
    return this.find(tenantId, postingId);
  }

  @Get(':postingId/verify')
  @ApiRoute({ summary: 'Verify a posting against its stored event', data: VerificationView })
  async verify(@TenantId() tenantId: string, @Id('postingId') postingId: string) {
    const { transaction } = await this.find(tenantId, postingId);
    const request = { tenant_id: tenantId, ledger_id: transaction.ledger_id, transaction_id: postingId };
    return this.commands.send(verifyTransaction, request);
  }

  @Get(':postingId/receipt')
  @ApiRoute({
    summary: 'Read the receipt of a posting, with which anyone can verify it',
    description:
      'Waits up to three seconds for the signature of a posting that is new. ' +
      'The package `@probity/ledger-verification` verifies a receipt, and so does a program in Python in the documentation.',
    data: ReceiptView,
    refusals: ['not_signed_yet'],
  })
  async receipt(@TenantId() tenantId: string, @Id('postingId') postingId: string) {
    return this.receiptOf(tenantId, await this.find(tenantId, postingId));
  }

  /** The posting is made, whatever becomes of its receipt. The service that could not make one has logged why. */
  private async withReceipt(tenantId: string, slug: string, posting: PostingView) {
    const receipt = await this.receiptOf(tenantId, posting).catch(() => null);
    return { receipt, receipt_path: `/tenants/${slug}/postings/${posting.transaction.id}/receipt` };
  }

  private receiptOf(tenantId: string, { transaction: { id, ledger_id } }: PostingView) {
    return this.commands.send(readReceipt, { tenant_id: tenantId, ledger_id, transaction_id: id });
  }

  private async find(tenantId: string, postingId: string): Promise<PostingView> {
    return found('posting', postingId, await this.queries.posting(tenantId, postingId));
  }
}
