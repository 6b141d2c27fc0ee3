import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { postTransaction } from '@probity/contracts/ledger/commands';
import { ledgerStream, type PostingPayload, type TransactionPosted } from '@probity/contracts/ledger/events';
import { EventStore, type RecordedEvent } from '@probity/event-store/event-store';
import { contentHash } from '@probity/ledger-verification/transaction-leaf';
import { COMMAND_DEADLINE_MS } from '@probity/messaging/command-bus';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { invalid, notFound } from '@probity/platform/errors';
import { newId, newNonce } from '@probity/platform/ids';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { postingView } from '@probity/read-side/ledger/posting-view';
import { TimeSource } from '@probity/platform/time-source';
import type { LedgerWrite, WriteContext } from '../writer/ledger-write';
import { LedgerWriters } from '../writer/ledger-writers';
import { decidePosting } from './decide-posting';
import { checkPosting } from './posting';

type Outcome = { posted: TransactionPosted } | { replayOf: string };

@Controller()
export class PostTransactionHandler {
  constructor(
    private readonly writers: LedgerWriters,
    private readonly queries: LedgerQueries,
    private readonly events: EventStore,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(postTransaction)
  async handle(request: RequestOf<typeof postTransaction>) {
    const payload = { ...checkPosting(request.posting), nonce: newNonce() };
    const write = this.write(request.tenant_id, request.transaction_id, payload);
    const outcome = await this.writers.of(payload.ledger_id).write(write, COMMAND_DEADLINE_MS);
    if ('posted' in outcome) return { posting: postingView(outcome.posted), replayed: false };

    const original = await this.queries.posting(request.tenant_id, outcome.replayOf);
    if (!original) throw new Error(`transaction ${outcome.replayOf} is indexed by its key but cannot be read`);
    // A command that is delivered again finds its own transaction, which its caller does not know yet.
    if (outcome.replayOf === request.transaction_id) return { posting: original, replayed: false };
    return { posting: original, replayed: true, mismatch: await this.differs(payload, outcome.replayOf) };
  }

  /** Decides a posting, and does not write it. */
  async rehearse(tenantId: string, payload: PostingPayload): Promise<void> {
    const { idempotency_key: _, ...posting } = checkPosting(payload);
    const write = this.write(tenantId, newId(), posting);
    const decideOnly = (context: WriteContext) => ({ answer: void write.decide(context) });
    await this.writers.of(posting.ledger_id).write({ ...write, decide: decideOnly }, COMMAND_DEADLINE_MS);
  }

  /** Whether the posting differs from the transaction that has its idempotency key. */
  private async differs(payload: PostingPayload, transactionId: string): Promise<boolean> {
    const revision = await this.queries.postedAt(transactionId);
    for await (const [event] of this.events.readStream(ledgerStream(payload.ledger_id), {
      from: revision,
      to: revision,
    })) {
      const { payload: posted, content_hash } = (event as RecordedEvent<string, TransactionPosted>).data;
      return contentHash({ ...payload, nonce: posted.nonce }) !== content_hash;
    }
    throw new Error(`transaction ${transactionId} is missing from the stream of its ledger`);
  }

  private write(tenantId: string, transactionId: string, payload: PostingPayload): LedgerWrite<Outcome> {
    const key = payload.idempotency_key;
    return {
      tenantId,
      accountIds: payload.entries.map((entry) => entry.account_id),
      idempotencyKey: key,
      transactionId,
      approximateBytes: approximateBytes(payload),
      decide: ({ state, accountActivity, transactionOf, ledgerOf }) => {
        if (state.tenant_id !== tenantId) throw notFound('ledger', payload.ledger_id);
        const earlier = key === undefined ? undefined : transactionOf(key);
        if (earlier !== undefined) return { answer: { replayOf: earlier } };
        const postedIn = ledgerOf(transactionId);
        if (postedIn === state.ledger_id) return { answer: { replayOf: transactionId } };
        if (postedIn !== undefined) {
          throw invalid('transaction_id_taken', 'transaction_id is used by a transaction of another ledger');
        }

        const posted = decidePosting(state, payload, accountActivity, transactionId, this.time.now().toISOString());
        const event = { id: transactionId, type: 'TransactionPosted' as const, data: posted };
        return { event, answer: { posted } };
      },
    };
  }
}

const BYTES_OF_EVENT = 700;
const BYTES_OF_ENTRY = 120;

/** Texts have at most a few kilobytes; only entries and metadata can be large. */
function approximateBytes(payload: PostingPayload): number {
  const metadata = payload.metadata ? JSON.stringify(payload.metadata).length : 0;
  const narration = payload.narration?.length ?? 0;
  const entries = payload.entries.reduce(
    (sum, { debit, credit, description }) =>
      sum + BYTES_OF_ENTRY + (debit ?? credit ?? '').length + (description?.length ?? 0),
    0,
  );
  return BYTES_OF_EVENT + entries + metadata + narration;
}
