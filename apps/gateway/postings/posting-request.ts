import type { PostingRequest } from '@probity/contracts/ledger/commands';
import type { PostTransactionBody } from './posting.dto';

/**
 * A posting as the ledger is asked for it. A field that is null was not given. The ledger's id is the
 * key by which its commands stay together, so it has one spelling.
 */
export function postingRequest(body: PostTransactionBody): PostingRequest {
  return {
    ledger_id: body.ledger_id.toLowerCase(),
    currency: body.currency,
    description: body.description ?? undefined,
    reference: body.reference ?? undefined,
    idempotency_key: body.idempotency_key ?? undefined,
    narration: body.narration ?? undefined,
    metadata: body.metadata ?? undefined,
    entries: body.entries.map(({ account_id, debit, credit, description }) => ({
      account_id,
      debit: debit ?? undefined,
      credit: credit ?? undefined,
      description: description ?? undefined,
    })),
  };
}
