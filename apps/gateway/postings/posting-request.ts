import type { PostingRequest } from '@probity/contracts/ledger/commands';
import { given } from '../fields/absent';
import type { PostTransactionBody } from './posting.dto';

/**
 * A posting as the ledger is asked for it. A field that is null was not given. The ledger's id is the
 * key by which its commands stay together, so it has one spelling.
 */
export const postingRequest = (body: PostTransactionBody): PostingRequest => ({
  ...given(body),
  ledger_id: body.ledger_id.toLowerCase(),
  entries: body.entries.map(given),
});
