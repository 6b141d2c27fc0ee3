import { contentHash, transactionHash } from '@probity/ledger-verification/transaction-leaf';
import { asyncApiDocument } from '@probity/contracts/asyncapi/asyncapi-document';
import type { TransactionPosted } from '@probity/contracts/ledger/events';

describe('the example of a posted transaction', () => {
  it('has correct hashes, so that integrators can test their own derivation with it', () => {
    const { messages } = asyncApiDocument().channels['ledger.ledger.event.v1']!;
    const event = messages['ledger.TransactionPosted']!.examples[0]!.payload as TransactionPosted;
    expect(event.content_hash).toBe(contentHash(event.payload));
    expect(event.transaction_hash).toBe(transactionHash(event));
  });
});
