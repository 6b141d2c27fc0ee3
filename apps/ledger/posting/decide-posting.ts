import type { PostingPayload, TransactionPosted } from '@probity/contracts/ledger/events';
import { contentHash, LEAF_VERSION, transactionHash } from '@probity/ledger-verification/transaction-leaf';
import { invalid } from '@probity/platform/errors';
import type { AccountActivity, LedgerState } from '../writer/ledger-state';
import { sign } from '../signing/signature';

/**
 * Decides a posting that `checkPosting` accepted. Returns the next link of the chain.
 *
 * @throws Refusal `invalid` when the currency is not the ledger's, or an account is missing or inactive
 */
export function decidePosting(
  state: LedgerState,
  payload: PostingPayload,
  accountActivity: (accountId: string) => AccountActivity,
  transactionId: string,
  now: string,
): TransactionPosted {
  if (payload.currency !== state.currency) {
    throw invalid('currency_mismatch', `currency must be ${state.currency}, the ledger's currency`);
  }
  for (const [index, entry] of payload.entries.entries()) {
    const activity = accountActivity(entry.account_id);
    if (activity === 'active') continue;
    const reason = activity === 'missing' ? 'is not an account of this ledger' : 'is inactive';
    throw invalid(`account_${activity}`, `entries[${index}].account_id ${entry.account_id} ${reason}`);
  }

  // All members from the start: the engine is slow to add members to an object.
  const posted: TransactionPosted = {
    version: LEAF_VERSION,
    ledger_id: state.ledger_id,
    hash_chain_position: state.position + 1,
    transaction_id: transactionId,
    previous_hash: state.head_hash,
    content_hash: contentHash(payload),
    posted_at: now > state.last_posted_at ? now : state.last_posted_at,
    tenant_id: state.tenant_id,
    payload,
    transaction_hash: '',
    signing_key_id: state.signing_key_id,
    signature: '',
  };
  posted.transaction_hash = transactionHash(posted);
  posted.signature = sign(posted.transaction_hash, state.signing_key);
  return posted;
}
