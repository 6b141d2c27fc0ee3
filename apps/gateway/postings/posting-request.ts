import type { PostingRequest } from '@probity/contracts/ledger/commands';
import { given } from '../fields/absent';
import type { PostTransactionBody } from './posting.dto';
import { postingKey } from './posting-key';

/**
 * The command for the ledger. A null field counts as absent. The ledger's id is in lower case, because it is the
 * partition key of commands, and one ledger must have one key.
 */
export const postingRequest = (body: PostTransactionBody, keyHeader: string | undefined): PostingRequest => ({
  ...given({ ...body, idempotency_key: postingKey(keyHeader, body.idempotency_key ?? undefined) }),
  ledger_id: body.ledger_id.toLowerCase(),
  entries: body.entries.map(given),
});
