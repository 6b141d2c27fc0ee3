import { type BundleHeader, parseHeader } from './bundle-header';
import {
  type BundleCheck,
  type BundleCounts,
  type BundleReport,
  type ClaimName,
  type WrongItem,
  Wrong,
} from './bundle-report';
import { type Checkpoint, verifyCheckpoint } from './checkpoint';
import { type Checked, claimsOf, type Signed, signedTransactions } from './claims';
import { sameBytes, toHex } from './encoding';
import { EventChecks } from './event-checks';
import { eventDigest, ledgerStream, loggedText, type PlacedEvent } from './event-chain';
import { LedgerVerificationError } from './ledger-verification-error';
import { type KeptCheckpoint, KeptCheckpoints } from './kept-checkpoints';
import { leafHash, rootOf } from './merkle-tree';
import { tenantOrigin } from './origins';
import { verifyProof } from './tlog-proof';
import { parseKey, type VerificationKey } from './verification-key';

export interface VerifyBundleOptions {
  /** keys that you got from Probity's operator otherwise than with the bundle, `<name>+<key id>+<base64>` */
  trustedKeys: readonly string[];
  /** checkpoints of the ledger that you kept: the bundle must continue each of them */
  checkpoints?: readonly KeptCheckpoint[];
  /** keys that are trusted for kept checkpoints only: such as one that leaked after you stored them */
  checkpointKeys?: readonly string[];
}

/** Without one of these, a bundle is not proven. */
const NEEDED: readonly ClaimName[] = ['checkpoint', 'kept_checkpoints'];
/** How many events are checked between two reports of progress. */
const PROGRESS_EVERY = 10_000;

/**
 * Verifies a bundle of a ledger (docs/reference/ledger-bundle.md) while it is read, and stops at the first item that is
 * wrong. Memory grows with the number of accounts only.
 *
 * @param lines of the bundle, split at line feeds only, without them
 * @param onProgress is called now and then with the counts so far
 * @throws LedgerVerificationError when a trusted key is malformed, or a checkpoint that you kept is: is of another ledger, or
 *   is signed by no trusted key
 */
export async function verifyBundle(
  lines: AsyncIterable<string> | Iterable<string>,
  { trustedKeys, checkpoints = [], checkpointKeys = [] }: VerifyBundleOptions,
  onProgress?: (counts: BundleCounts) => void,
): Promise<BundleReport> {
  const verification = new BundleVerification(trustedKeys.map(parseKey), checkpoints, checkpointKeys.map(parseKey));
  try {
    for await (const line of lines) {
      const pending = verification.next(line);
      if (pending) await pending;
      const { counts } = verification;
      if (onProgress && counts.events % PROGRESS_EVERY === 0 && counts.events > 0) onProgress({ ...counts });
    }
    return verification.end();
  } catch (error) {
    if (error instanceof Wrong) return verification.report(error.item);
    throw error;
  }
}

class BundleVerification {
  private header: BundleHeader | undefined;
  private events = new EventChecks('', '');
  private checkpoint: Signed<Checkpoint> | undefined;
  private logged: Signed<{ revision: number }> | undefined;
  private readonly keys: { trusted: VerificationKey[]; all: VerificationKey[] };

  private kept = KeptCheckpoints.NONE;

  constructor(
    trusted: VerificationKey[],
    private readonly checkpoints: readonly KeptCheckpoint[],
    private readonly checkpointKeys: readonly VerificationKey[],
  ) {
    this.keys = { trusted, all: trusted };
  }

  get counts(): BundleCounts {
    return this.events.counts;
  }

  /** Waits only where something is signed, because a line per transaction would wait a million times. */
  next(line: string): Promise<void> | undefined {
    if (!this.header) return this.begin(line);
    const event = this.events.next(line);
    if (event.type === 'TransactionPosted') this.compareWithCheckpoints();
    return event.revision === this.header.tenant_log?.revision ? this.compareWithLog(event) : undefined;
  }

  private async begin(line: string): Promise<void> {
    const { header, keys } = await wrongUnless('header', () => parseHeader(line));
    this.header = header;
    this.keys.all = [...this.keys.trusted, ...keys];
    this.events = new EventChecks(header.ledger_id, header.tenant_id);
    const { checkpoint: note, origin } = header;
    this.kept = await KeptCheckpoints.verified(this.checkpoints, origin, [
      ...this.keys.trusted,
      ...this.checkpointKeys,
    ]);
    if (note === undefined) return this.compareWithCheckpoints();
    const checkpoint = await wrongUnless('checkpoint', () =>
      this.signed((keys) => verifyCheckpoint(note, origin, keys)),
    );
    this.checkpoint = { of: checkpoint, ...this.signedBy(checkpoint.signedBy) };
    this.compareWithCheckpoints();
  }

  /** At the size of a checkpoint, the tree must have its root. */
  private compareWithCheckpoints(): void {
    const { tree } = this.events;
    this.kept.next(tree, this.events.revision);
    if (tree.size !== this.checkpoint?.of.size || sameBytes(rootOf(tree), this.checkpoint.of.root)) return;
    const root = toHex(this.checkpoint.of.root);
    const detail = `the root of the first ${tree.size} transactions is ${toHex(rootOf(tree))}, and ${root} was signed`;
    throw new Wrong({ check: 'checkpoint', revision: this.events.revision, position: tree.size, detail });
  }

  private async compareWithLog(event: PlacedEvent): Promise<void> {
    const { ledger_id, tenant_id, tenant_log } = this.header!;
    if (event.type !== 'CommitChained') throw aboutBundle('tenant_log', 'the logged event is not a commit');
    const leaf = leafHash(loggedText({ ...event, stream: ledgerStream(ledger_id), digest: eventDigest(event) }));
    const { checkpoint } = await wrongUnless('tenant_log', () =>
      this.signed((keys) => verifyProof(tenant_log!.proof, leaf, tenantOrigin(tenant_id), keys)),
    );
    this.logged = { of: { revision: event.revision }, ...this.signedBy(checkpoint.signedBy) };
  }

  /** The keys of the bundle say something only about what no trusted key has signed: they can be invented. */
  private async signed<Result>(verify: (keys: VerificationKey[]) => Promise<Result>): Promise<Result> {
    try {
      return await verify(this.keys.trusted);
    } catch (error) {
      if (!(error instanceof LedgerVerificationError) || error.code !== 'unknown_key') throw error;
      return verify(this.keys.all);
    }
  }

  private signedBy(keys: VerificationKey[]): { key: string; isTrusted: boolean } {
    const isTrusted = (key: VerificationKey): boolean =>
      this.keys.trusted.some(({ publicKey }) => sameBytes(publicKey, key.publicKey));
    const key = keys.find(isTrusted) ?? keys[0]!;
    return { key: `${key.name}+${key.keyId}`, isTrusted: isTrusted(key) };
  }

  end(): BundleReport {
    if (!this.header) throw aboutBundle('header', 'the bundle is empty');
    this.events.end(this.header.last_revision);
    const { size } = this.checkpoint?.of ?? { size: 0 };
    if (size > this.events.tree.size) {
      const detail = `a tree of ${size} transactions was signed, and the bundle has ${this.events.tree.size}`;
      throw aboutBundle('checkpoint', detail);
    }
    const { tenant_log } = this.header;
    if (tenant_log && !this.logged) {
      throw aboutBundle('tenant_log', `the bundle has no event at revision ${tenant_log.revision}`);
    }
    return this.report(null);
  }

  report(wrong: WrongItem | null): BundleReport {
    const { counts } = this;
    const head = this.events.head();
    const { checkpoint, logged, kept } = this;
    const checked: Checked = { counts, head, checkpoint, logged, kept, wrong };
    const claims = claimsOf(checked);
    const isProven = claims.every(({ claim, proven }) => proven || !NEEDED.includes(claim));
    const verdict = wrong ? 'wrong' : isProven ? 'proven' : 'unproven';
    const signed_transactions = signedTransactions(checked);
    return { ledger_id: this.header?.ledger_id ?? null, verdict, counts, head, signed_transactions, claims, wrong };
  }
}

const aboutBundle = (check: BundleCheck, detail: string): Wrong =>
  new Wrong({ check, revision: null, position: null, detail });

async function wrongUnless<T>(check: BundleCheck, verify: () => T | Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof LedgerVerificationError) throw aboutBundle(check, error.message);
    throw error;
  }
}
