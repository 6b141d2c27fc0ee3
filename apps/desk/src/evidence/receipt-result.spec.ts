import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import {
  GeneratedLedger,
  LEDGER_ID,
  STRANGER_KEY,
  TENANT_ID,
  TRUSTED_KEY,
} from '@probity/ledger-verification/testing/generated-ledger';
import { transactionHash } from '@probity/ledger-verification/transaction-leaf';
import { formatKey, keyNamed, parseKey } from '@probity/ledger-verification/verification-key';
import type { Schemas } from '../api/client';
import { keyIdOf, resultOf } from './receipt-result';

type Receipt = Schemas['Receipt'];
type Posting = Schemas['StaffPosting'];

/** As the page of the posting shows it. */
const postingOf = ({ leaf, payload }: Receipt): Posting =>
  ({
    transaction: {
      id: leaf.transaction_id,
      ledger_id: leaf.ledger_id,
      amount_minor: String(payload.entries.reduce((sum, { debit = '0' }) => sum + BigInt(debit), 0n)),
      hash_chain_position: leaf.hash_chain_position,
      previous_hash: leaf.previous_hash,
      posted_at: leaf.posted_at,
      transaction_hash: transactionHash(leaf),
      currency: payload.currency,
      reference: payload.reference ?? null,
    },
    entries: payload.entries.map(({ account_id, debit = '0', credit = '0' }) => ({
      account_id,
      debit_minor: debit,
      credit_minor: credit,
    })),
  }) as Posting;

describe('the receipt of a posting', () => {
  const ledger = new GeneratedLedger({ transactions: 30, checkpointed: 20 });
  let receipt: Receipt;
  let posting: Posting;
  beforeAll(async () => {
    void [...ledger.lines()];
    receipt = (await ledger.receipt(7)) as Receipt;
    posting = postingOf(receipt);
  });

  it('is proven by the key of the tenant, under the name of any of its logs', async () => {
    const asOfLedger = formatKey(keyNamed(ledgerOrigin(LEDGER_ID), parseKey(TRUSTED_KEY)));
    for (const key of [TRUSTED_KEY, asOfLedger]) {
      expect(await resultOf(receipt, posting, [key])).toEqual({ outcome: 'proven', treeSize: 20, key });
    }
  });

  it('is proven when the tenant has further keys', async () => {
    const result = await resultOf(receipt, posting, [STRANGER_KEY, TRUSTED_KEY]);
    expect(result).toMatchObject({ outcome: 'proven', key: TRUSTED_KEY });
  });

  it('is wrong when no key of the tenant has signed it', async () => {
    for (const keys of [[], [STRANGER_KEY]]) {
      const why = 'No key of this tenant has signed the receipt.';
      expect(await resultOf(receipt, posting, keys)).toMatchObject({ outcome: 'wrong', why });
    }
  });

  it('is wrong when its signature or its place in the tree is another', async () => {
    const forged = { ...receipt, proof: receipt.proof.replace('\n20\n', '\n21\n') };
    const why = 'The signature does not match what the receipt says.';
    expect(await resultOf(forged, posting, [STRANGER_KEY, TRUSTED_KEY])).toMatchObject({ outcome: 'wrong', why });
    const moved = { ...receipt, proof: receipt.proof.replace('index 6', 'index 7') };
    expect(await resultOf(moved, posting, [TRUSTED_KEY])).toMatchObject({
      outcome: 'wrong',
      why: 'The receipt proves another posting than the one that it names.',
    });
  });

  it('of another posting than the page shows is wrong, also if it is genuine', async () => {
    const other = (await ledger.receipt(8)) as Receipt;
    const detail = expect.stringMatching(/^different: transaction, place in the chain, .*reference, entries$/);
    expect(await resultOf(other, posting, [TRUSTED_KEY])).toMatchObject({ outcome: 'wrong', detail });
    const entries = posting.entries.map((entry, line) => (line === 0 ? { ...entry, debit_minor: '1' } : entry));
    expect(await resultOf(receipt, { ...posting, entries }, [TRUSTED_KEY])).toEqual({
      outcome: 'wrong',
      why: 'The receipt is not of the posting as this page shows it.',
      detail: 'different: entries',
    });
  });

  it.each([
    ['id', 'transaction'],
    ['ledger_id', 'ledger'],
    ['hash_chain_position', 'place in the chain'],
    ['previous_hash', 'place in the chain'],
    ['posted_at', 'time'],
    ['amount_minor', 'amount'],
  ])('is wrong when the page shows another %s', async (field, what) => {
    const forged = { ...posting, transaction: { ...posting.transaction, [field]: 'other' } };
    expect(await resultOf(receipt, forged, [TRUSTED_KEY])).toMatchObject({ detail: `different: ${what}` });
  });

  it('cannot be verified by a browser without such signatures', async () => {
    const importKey = jest.spyOn(crypto.subtle, 'importKey');
    importKey.mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError'));
    expect(await resultOf(receipt, posting, [TRUSTED_KEY])).toEqual({ outcome: 'unsupported' });
    importKey.mockRestore();
  });

  it('names its key by eight digits', () => {
    expect(keyIdOf(TRUSTED_KEY)).toMatch(/^[0-9a-f]{8}$/);
    expect(TRUSTED_KEY).toContain(`${tenantOrigin(TENANT_ID)}+${keyIdOf(TRUSTED_KEY)}+`);
  });
});
