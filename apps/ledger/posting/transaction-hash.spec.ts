import { createHash, createHmac, createSecretKey } from 'node:crypto';
import type { PostingPayload } from '@probity/contracts/ledger/events';
import { contentHash, transactionHash } from '@probity/ledger-verification/transaction-leaf';
import { sign } from '../signing/signature';

/** The canonical JSON of `payload`, written by hand from docs/reference/hashes.md: sorted keys, no white space. */
const CANONICAL_PAYLOAD =
  '{"currency":"USD","description":"Caf\u00e9 \\"Z\\"","entries":[' +
  '{"account_id":"019a2b3c-4d5e-7f60-8a1b-000000000001","debit":"100"},' +
  '{"account_id":"019a2b3c-4d5e-7f60-8a1b-000000000002","credit":"100"}],' +
  '"ledger_id":"019a2b3c-4d5e-7f60-8a1b-0000000000ff","metadata":{"a":1,"b":{"\\n":[1.5,null]}}}';

const payload: PostingPayload = {
  ledger_id: '019a2b3c-4d5e-7f60-8a1b-0000000000ff',
  metadata: { b: { '\n': [1.5, null] }, a: 1 },
  description: 'Café "Z"',
  currency: 'USD',
  entries: [
    { debit: '100', account_id: '019a2b3c-4d5e-7f60-8a1b-000000000001' },
    { account_id: '019a2b3c-4d5e-7f60-8a1b-000000000002', credit: '100' },
  ],
};
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

describe('the derivation of the hash chain', () => {
  it('hashes the canonical JSON of the payload', () => {
    expect(contentHash(payload)).toBe(sha256(CANONICAL_PAYLOAD));
  });

  it('hashes the seven fields of the link and nothing else', () => {
    const link = {
      version: 1,
      ledger_id: payload.ledger_id,
      hash_chain_position: 7,
      transaction_id: '019a2b3c-4d5e-7f60-8a1b-00000000000a',
      previous_hash: '0'.repeat(64),
      content_hash: sha256(CANONICAL_PAYLOAD),
      posted_at: '2026-11-20T09:30:00.000Z',
    };
    const canonical =
      `{"content_hash":"${link.content_hash}","hash_chain_position":7,"ledger_id":"${link.ledger_id}",` +
      `"posted_at":"2026-11-20T09:30:00.000Z","previous_hash":"${link.previous_hash}",` +
      `"transaction_id":"${link.transaction_id}","version":1}`;
    expect(transactionHash({ ...link, tenant_id: 'not part of it' } as typeof link)).toBe(sha256(canonical));
  });

  it('signs the raw bytes of the transaction hash', () => {
    const key = Buffer.alloc(32, 7);
    const digest = sha256('anything');
    const expected = createHmac('sha256', key).update(Buffer.from(digest, 'hex')).digest('hex');
    expect(sign(digest, createSecretKey(key))).toBe(expected);
  });
});
