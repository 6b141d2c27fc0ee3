import { type CommitChained, ledgerStream } from '@probity/contracts/ledger/events';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { sameBytes } from '@probity/ledger-verification/encoding';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { type Frontier, rootOf, treeOf } from '@probity/ledger-verification/merkle-tree';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { parseNote } from '@probity/ledger-verification/signed-note';
import type { Sql } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { untilSigned } from '@probity/read-side/checkpoints/until-signed';
import { unprovable } from './unprovable';

const EXISTS = 'SELECT FROM ledger.ledgers WHERE tenant_id = $1 AND id = $2';
const SIGNED = `
  SELECT revision::float8 AS revision, log_revision::float8 AS log_revision, tree_size::float8 AS tree_size, checkpoint
  FROM notary.ledger_checkpoints WHERE tenant_id = $1 AND ledger_id = $2`;

interface Signed {
  tree_size: number;
  revision: number;
  log_revision: number | null;
  checkpoint: string;
}

/** The Merkle tree of a ledger at its last checkpoint. */
export interface SignedTree {
  tree: Frontier;
  /** of the commit that has the tree */
  revision: number;
  /** where the log of the tenant has the checkpoint; null when an older version signed it */
  logRevision: number | null;
  /** the signed note */
  checkpoint: string;
  keys: string[];
}

/** Reads the trees of ledgers that the notary has signed. */
export class SignedTrees {
  private readonly checkpoints: CheckpointQueries;

  constructor(
    private readonly sql: Sql,
    private readonly events: EventStore,
    private readonly pause: (ms: number) => Promise<unknown>,
  ) {
    this.checkpoints = new CheckpointQueries(sql);
  }

  /**
   * The signed tree, once it has so many transactions.
   *
   * @throws Refusal `not_found`, `not_signed_yet` after three seconds, or `ledger_inconsistent`
   */
  async of(tenantId: string, ledgerId: string, size: number): Promise<SignedTree> {
    if ((await this.sql.query(EXISTS, [tenantId, ledgerId])).rowCount === 0) throw notFound('ledger', ledgerId);
    const read = async (): Promise<Signed | undefined> => {
      const [signed] = (await this.sql.query<Signed>(SIGNED, [tenantId, ledgerId])).rows;
      return signed && signed.tree_size >= size ? signed : undefined;
    };
    const signed = await untilSigned(
      size === 0 ? 'the ledger' : `the first ${size} transactions of the ledger`,
      read,
      this.pause,
    );
    return this.read(tenantId, ledgerId, signed);
  }

  private async read(tenantId: string, ledgerId: string, signed: Signed): Promise<SignedTree> {
    const { revision, log_revision: logRevision, checkpoint } = signed;
    for await (const [event] of this.events.readStream(ledgerStream(ledgerId), { from: revision, to: revision })) {
      const tree = event && treeOfCommit(event);
      if (!tree || !isHead(checkpoint, tree)) break;
      const keys = await this.checkpoints.keys(tenantId, ledgerOrigin(ledgerId));
      return { tree, revision, logRevision, checkpoint, keys };
    }
    throw unprovable(ledgerId, `its last checkpoint is not that of a commit at revision ${revision}`);
  }
}

function treeOfCommit({ type, isForeign, data }: RecordedEvent): Frontier | undefined {
  if (isForeign || type !== 'CommitChained') return undefined;
  const { tree_size, frontier } = data as CommitChained;
  return treeOf(
    tree_size,
    frontier.map((hash) => Buffer.from(hash, 'base64')),
  );
}

/** Whether the note says the size and the root of the tree. Who signed it, readers verify. */
function isHead(note: string, tree: Frontier): boolean {
  try {
    const { size, root } = parseCheckpoint(parseNote(note).text);
    return size === tree.size && sameBytes(root, rootOf(tree));
  } catch (error) {
    if (error instanceof LedgerVerificationError) return false;
    throw error;
  }
}
