import { createHmac, createPrivateKey, type KeyObject } from 'node:crypto';
import { signNote, verificationKeyOf } from '@probity/platform/transparency/sign-note';
import { BUNDLE_FORMAT, BUNDLE_VERSION, type BundleHeader } from '../bundle-header';
import { canonicalJson } from '../canonical-json';
import { formatCheckpoint } from '../checkpoint';
import { toBase64, toHex } from '../encoding';
import {
  chained,
  eventDigest,
  eventText,
  hashedText,
  ledgerStream,
  loggedText,
  NO_EVENTS,
  type PlacedEvent,
} from '../event-chain';
import { proveInclusion } from '../make-proofs';
import { appendLeaf, EMPTY_TREE, leafHash, rootOf } from '../merkle-tree';
import { ledgerOrigin, tenantOrigin } from '../origins';
import { sha256Hex } from '../sha256';
import { formatProof } from '../tlog-proof';
import { contentHash, leafText, type TransactionLeaf, transactionHash } from '../transaction-leaf';
import type { Receipt } from '../receipt';

export const LEDGER_ID = '01a1f872-c7b8-7021-bb7e-1addd104c525';
export const TENANT_ID = '01a1f872-0000-7021-bb7e-1addd104c525';
const SIGNING_KEY_ID = '01a1f872-1111-7021-bb7e-1addd104c525';
const ACCOUNTS = 20;

export function keyOf(seed: number): KeyObject {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex'); // PKCS #8 of an Ed25519 key
  return createPrivateKey({ key: Buffer.concat([prefix, Buffer.alloc(32, seed)]), format: 'der', type: 'pkcs8' });
}

const TENANT_KEY = keyOf(7);
/** The key that an institution trusts, under the name of the tenant. */
export const TRUSTED_KEY = verificationKeyOf({ name: tenantOrigin(TENANT_ID), privateKey: TENANT_KEY });
/** Under the same name, of a key that Probity does not have. */
export const STRANGER_KEY = verificationKeyOf({ name: tenantOrigin(TENANT_ID), privateKey: keyOf(1) });

export interface Shape {
  transactions: number;
  /** of a version without commits; the first commit takes them over */
  older?: number;
  perCommit?: number;
  /** the checkpoint covers this many transactions; default all */
  checkpointed?: number;
  /** default `TENANT_ID` */
  tenant_id?: string;
  /** of each transaction; default: small ones that differ */
  amount?: string;
}

const id = (kind: number, n: number): string =>
  `01a1f872-${kind.toString(16).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Writes the events of a ledger as Probity does, with real hashes and signatures. The same shape has the same events. */
export class GeneratedLedger {
  private eventHash = NO_EVENTS;
  private tree = EMPTY_TREE;
  private previousHash = '0'.repeat(64);
  private revision = -1;
  private firstRevision = 0;
  private lastCommit: PlacedEvent | undefined;
  private checkpoint: string | undefined;
  /** for receipts; only kept for small ledgers */
  private readonly posted: { leaf: TransactionLeaf; payload: object }[] = [];

  private readonly of: { ledger_id: string; tenant_id: string };

  constructor(private readonly shape: Shape) {
    this.of = { ledger_id: LEDGER_ID, tenant_id: shape.tenant_id ?? TENANT_ID };
  }

  /** The lines of the events. Read them to the end before you ask for the header or a receipt. */
  *lines(): Generator<string> {
    for (const event of this.events()) yield eventText(event);
  }

  *events(): Generator<PlacedEvent> {
    const { transactions, older = 0, perCommit = 10, checkpointed = transactions } = this.shape;
    yield this.event(LEDGER_ID, 'LedgerCreated', {
      ...this.of,
      name: 'Café "Z"',
      currency: 'EUR',
      metadata: { b: [1.5, null, 1e21, -0.0000001, 12345678901], a: { '\n': '😀', ﬁ: '€' } },
      signing_key_id: SIGNING_KEY_ID,
      created_at: '2026-11-20T09:00:00.000Z',
    });
    if (older === 0) yield this.commit();
    for (let n = 0; n < ACCOUNTS; n++) {
      const account_id = id(1, n);
      const account = { account_id, code: `10${n}`, name: `Account ${n}`, account_type: 'asset' };
      yield this.event(account_id, 'AccountOpened', { ...this.of, ...account, opened_at: '2026-11-20T09:00:01.000Z' });
    }
    if (older === 0) yield this.commit();
    if (checkpointed === 0) this.sign();
    for (let position = 1; position <= transactions; position++) {
      const payload = this.payload(position, position > older);
      yield this.post(position, payload);
      if (position === checkpointed) this.sign();
      const isLast = position === transactions || position === older;
      if (isLast || (position > older && position % perCommit === 0)) yield this.commit();
    }
  }

  private payload(position: number, hasNonce: boolean): object {
    const { amount = String((position % 9973) * 100 + 1) } = this.shape;
    const [from, to] = [id(1, position % ACCOUNTS), id(1, (position + 7) % ACCOUNTS)];
    return {
      ledger_id: LEDGER_ID,
      currency: 'EUR',
      description: `Payment ${position} für "Müller"`,
      reference: `ref-${position}`,
      idempotency_key: `key-${position}`,
      metadata: { channel: 'sepa', 'batch-no': position % 100, rate: position / 7 },
      ...(hasNonce && { nonce: sha256Hex(`nonce ${position}`).slice(0, 32) }),
      entries: [
        { account_id: to, debit: amount },
        { account_id: from, credit: amount },
      ],
    };
  }

  private post(position: number, payload: object): PlacedEvent {
    const leaf: TransactionLeaf = {
      version: 1,
      ledger_id: LEDGER_ID,
      hash_chain_position: position,
      transaction_id: id(2, position),
      previous_hash: this.previousHash,
      content_hash: contentHash(payload),
      posted_at: new Date(Date.UTC(2026, 10, 20, 10) + Math.floor(position / 3)).toISOString(),
    };
    if (this.shape.transactions <= 10_000) this.posted.push({ leaf, payload });
    const transaction_hash = transactionHash(leaf);
    this.previousHash = transaction_hash;
    this.tree = appendLeaf(this.tree, leafHash(leafText(leaf)));
    const { tenant_id } = this.of;
    const data = { ...leaf, tenant_id, payload, transaction_hash, ...signed(transaction_hash) };
    const traceparent = `00-${id(3, position).replaceAll('-', '')}-00f067aa0ba902b7-01`;
    return this.event(leaf.transaction_id, 'TransactionPosted', data, { traceparent });
  }

  private commit(): PlacedEvent {
    const unsigned = {
      version: 2,
      ...this.of,
      first_revision: this.firstRevision,
      event_hash: toHex(this.eventHash),
      tree_size: this.tree.size,
      frontier: this.tree.hashes.map(toBase64),
      committed_at: '2026-11-20T11:00:00.000Z',
      signing_key_id: SIGNING_KEY_ID,
    };
    const data = { ...unsigned, ...signed(sha256Hex(canonicalJson(unsigned))) };
    const event = this.event(id(4, this.revision + 1), 'CommitChained', data);
    this.firstRevision = this.revision + 1;
    return event;
  }

  private event(eventId: string, type: string, data: unknown, metadata?: unknown): PlacedEvent {
    const event: PlacedEvent = {
      revision: ++this.revision,
      id: eventId,
      type,
      data,
      ...(metadata ? { metadata } : {}),
    };
    this.eventHash = chained(this.eventHash, hashedText(event));
    if (type === 'CommitChained') this.lastCommit = event;
    return event;
  }

  /** Signs the ledger's tree as it is now. */
  private sign(): void {
    const { tree } = this;
    this.checkpoint = signedNote(ledgerOrigin(LEDGER_ID), tree.size, rootOf(tree));
  }

  /** The header of the bundle of all lines so far. */
  async header(): Promise<BundleHeader> {
    const commit = this.lastCommit;
    return {
      format: BUNDLE_FORMAT,
      version: BUNDLE_VERSION,
      ...this.of,
      origin: ledgerOrigin(LEDGER_ID),
      last_revision: this.revision,
      keys: [verificationKeyOf({ name: ledgerOrigin(LEDGER_ID), privateKey: TENANT_KEY }), TRUSTED_KEY],
      ...(this.checkpoint && { checkpoint: this.checkpoint }),
      ...(commit && { tenant_log: { revision: commit.revision, proof: await proofInTenantLog(commit) } }),
    };
  }

  async receipt(position: number): Promise<Receipt> {
    const leaves = this.posted.map(({ leaf }) => leafHash(leafText(leaf)));
    let tree = EMPTY_TREE;
    for (const leaf of leaves.slice(0, this.shape.checkpointed)) tree = appendLeaf(tree, leaf);
    const at = position - 1;
    const hashes = await proveInclusion(tree, at, readLeaves(leaves));
    return { ...this.posted[at]!, proof: formatProof({ index: at, hashes, checkpoint: this.checkpoint! }) };
  }
}

/** The HMAC as in Probity; verifiers outside cannot check it. */
const signed = (hash: string): { signing_key_id: string; signature: string } => ({
  signing_key_id: SIGNING_KEY_ID,
  signature: createHmac('sha256', Buffer.alloc(32, 1)).update(hash, 'hex').digest('hex'),
});

const signedNote = (origin: string, size: number, root: Uint8Array): string =>
  signNote(formatCheckpoint({ origin, size, root }), { name: origin, privateKey: TENANT_KEY });

/** The log of the tenant has the commit between other events. */
async function proofInTenantLog(commit: PlacedEvent): Promise<string> {
  const texts = [
    'before',
    loggedText({ ...commit, stream: ledgerStream(LEDGER_ID), digest: eventDigest(commit) }),
    'after',
  ];
  const leaves = texts.map((text) => leafHash(text));
  const tree = leaves.reduce((grown, leaf) => appendLeaf(grown, leaf), EMPTY_TREE);
  const hashes = await proveInclusion(tree, 1, readLeaves(leaves));
  const checkpoint = signedNote(tenantOrigin(TENANT_ID), tree.size, rootOf(tree));
  return formatProof({ index: 1, hashes, checkpoint });
}

/** Reads from all leaves; enough for small trees. */
function readLeaves(leaves: readonly Uint8Array[]) {
  return (level: number, first: number, count: number): Uint8Array[] =>
    Array.from({ length: count }, (_, at) => {
      const from = (first + at) * 2 ** level;
      return rootOf(leaves.slice(from, from + 2 ** level).reduce((tree, leaf) => appendLeaf(tree, leaf), EMPTY_TREE));
    });
}
