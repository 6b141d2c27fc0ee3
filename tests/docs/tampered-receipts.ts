import type { PostingPayload } from '@probity/contracts/ledger/events';
import { contentHash } from '@probity/ledger-verification/transaction-leaf';
import type { Receipt } from '@probity/ledger-verification/receipt';

/**
 * Changes a receipt; undefined when it has nothing of this kind.
 *
 * @param elsewhere a valid receipt of another ledger of the tenant
 */
type Tampering = (receipt: Receipt, elsewhere: Receipt) => Receipt | undefined;

/** A change of the payload as it is, and one that recomputes the content hash too. */
function ofPayload(
  what: string,
  change: (payload: PostingPayload) => PostingPayload | undefined,
): [string, Tampering][] {
  const changed = (receipt: Receipt): Receipt | undefined => {
    const payload = change(receipt.payload as PostingPayload);
    return payload && { ...receipt, payload };
  };
  const rehashed = (receipt: Receipt): Receipt | undefined => {
    const tampered = changed(receipt);
    return tampered && { ...tampered, leaf: { ...receipt.leaf, content_hash: contentHash(tampered.payload) } };
  };
  return [
    [what, changed],
    [`${what} and its content hash`, rehashed],
  ];
}

const ofLeaf =
  (change: (leaf: Receipt['leaf'], elsewhere: Receipt['leaf']) => Partial<Receipt['leaf']>): Tampering =>
  (receipt, elsewhere) => ({ ...receipt, leaf: { ...receipt.leaf, ...change(receipt.leaf, elsewhere.leaf) } });

/** Changes the proof; undefined when the change has no effect. */
const ofProof =
  (change: (proof: string) => string): Tampering =>
  (receipt) => {
    const proof = change(receipt.proof);
    return proof === receipt.proof ? undefined : { ...receipt, proof };
  };

/** Another character of base64, which stands for other bits. */
const other = (character: string): string => (character === 'A' ? 'Q' : 'A');

/** The kinds of tampering that a verifier of receipts must notice. */
export const TAMPERINGS: [string, Tampering][] = [
  ...ofPayload('amount', ({ entries, ...rest }) => {
    const [first, ...others] = entries;
    const side = 'debit' in first! ? 'debit' : 'credit';
    return { ...rest, entries: [{ ...first!, [side]: `${(first as Record<string, string>)[side]}0` }, ...others] };
  }),
  ...ofPayload('narration', (payload) =>
    payload.narration === undefined ? undefined : { ...payload, narration: `${payload.narration}.` },
  ),
  ...ofPayload('metadata', (payload) => payload.metadata && { ...payload, metadata: { ...payload.metadata, é: 1 } }),
  ...ofPayload('account', ({ entries, ...rest }) => ({
    ...rest,
    entries: entries.map((entry, n) => ({ ...entry, account_id: entries[(n + 1) % entries.length]!.account_id })),
  })),
  ...ofPayload('currency', (payload) => ({ ...payload, currency: payload.currency === 'USD' ? 'EUR' : 'USD' })),
  ['time', ofLeaf(({ posted_at }) => ({ posted_at: posted_at.replace(/^\d/, '1') }))],
  ['position', ofLeaf(({ hash_chain_position: position }) => ({ hash_chain_position: position + 1 }))],
  [
    'previous transaction',
    ofLeaf((_, { previous_hash, content_hash }) => ({
      previous_hash: previous_hash.startsWith('000') ? content_hash : previous_hash,
    })),
  ],
  ['index', ofProof((proof) => proof.replace(/\nindex (\d+)\n/, (_all, index) => `\nindex ${Number(index) + 1}\n`))],
  [
    'proof hash',
    ofProof((proof) => proof.replace(/(\nindex \d+\n)([^\n])/, (_all, line, first) => `${line}${other(first)}`)),
  ],
  ['missing proof hash', ofProof((proof) => proof.replace(/(\nindex \d+\n)[^\n]+\n/, '$1'))],
  [
    'checkpoint root',
    ofProof((proof) => proof.replace(/(\n\d+\n)([^\n])/, (_all, line, first) => `${line}${other(first)}`)),
  ],
  ['checkpoint size', ofProof((proof) => proof.replace(/\n(\d+)\n/, (_all, size) => `\n${Number(size) + 1}\n`))],
  ['signature', ofProof((proof) => proof.replace(/(.)(.{20})\n$/, (_all, one, rest) => `${other(one)}${rest}\n`))],
  ['proof of another ledger', (receipt, { proof }) => ({ ...receipt, proof })],
  ['leaf and proof of another ledger', ({ payload }, { leaf, proof }) => ({ payload, leaf, proof })],
  [
    'ledger',
    ({ payload, leaf, proof }, { leaf: { ledger_id } }) => ({
      payload: { ...payload, ledger_id },
      leaf: { ...leaf, ledger_id },
      proof,
    }),
  ],
];
