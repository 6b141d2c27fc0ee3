import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { proveConsistency as proveConsistencyCommand, readReceipt } from '@probity/contracts/ledger/commands';
import { ledgerStream, type TransactionPosted } from '@probity/contracts/ledger/events';
import { EventStore } from '@probity/event-store/event-store';
import { proveConsistency, proveInclusion } from '@probity/ledger-verification/make-proofs';
import { verifyInclusion } from '@probity/ledger-verification/merkle-proofs';
import { leafHash, rootOf } from '@probity/ledger-verification/merkle-tree';
import { formatProof } from '@probity/ledger-verification/tlog-proof';
import { contentHash, leafText } from '@probity/ledger-verification/transaction-leaf';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { invalid, notFound } from '@probity/platform/errors';
import { hashesOfLedger } from '@probity/read-side/ledger/ledger-tree';
import { TreeNodes } from '../commits/tree-nodes';
import { SignedTrees } from './signed-trees';
import { unprovable } from './unprovable';

const PLACE = `
  SELECT position::float8 AS position, revision::float8 AS revision FROM ledger.transactions
  WHERE tenant_id = $1 AND ledger_id = $2 AND id = $3`;

/** Proves to outsiders what a ledger has. */
@Controller()
export class ReceiptsHandler {
  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
    private readonly trees: SignedTrees,
    private readonly nodes: TreeNodes,
  ) {}

  @OnCommand(readReceipt)
  async receipt({ tenant_id, ledger_id, transaction_id }: RequestOf<typeof readReceipt>) {
    const { rows } = await this.database.query<{ position: number; revision: number }>(PLACE, [
      tenant_id,
      ledger_id,
      transaction_id,
    ]);
    if (!rows[0]) throw notFound('posting', transaction_id);
    const { position, revision } = rows[0];
    const { payload, leaf } = await this.posted(ledger_id, transaction_id, revision);
    const { tree, checkpoint, keys } = await this.trees.of(tenant_id, ledger_id, position);

    await this.nodes.fill(ledger_id);
    const index = position - 1;
    const hashes = await proveInclusion(tree, index, hashesOfLedger(this.database, ledger_id));
    if (!verifyInclusion(leafHash(leafText(leaf)), index, tree.size, hashes, rootOf(tree))) {
      throw unprovable(
        ledger_id,
        `its signed tree does not have transaction ${transaction_id} at position ${position}`,
      );
    }
    return { leaf, payload, proof: formatProof({ index, hashes, checkpoint }), keys };
  }

  @OnCommand(proveConsistencyCommand)
  async consistency({ tenant_id, ledger_id, from }: RequestOf<typeof proveConsistencyCommand>) {
    const { tree, checkpoint, keys } = await this.trees.of(tenant_id, ledger_id, 0);
    if (from > tree.size) {
      throw invalid('beyond_checkpoint', `from is ${from}, but the signed tree has ${tree.size} transactions`);
    }
    await this.nodes.fill(ledger_id);
    const hashes = await proveConsistency(tree, from, hashesOfLedger(this.database, ledger_id));
    const base64 = hashes.map((hash) => Buffer.from(hash).toString('base64'));
    return { from, to: tree.size, hashes: base64, checkpoint, keys };
  }

  private async posted(ledgerId: string, transactionId: string, revision: number) {
    for await (const [event] of this.events.readStream(ledgerStream(ledgerId), { from: revision, to: revision })) {
      if (!event || event.isForeign || event.type !== 'TransactionPosted' || event.id !== transactionId) break;
      const { payload, ...data } = event.data as TransactionPosted;
      const { version, ledger_id, hash_chain_position, transaction_id, previous_hash, content_hash, posted_at } = data;
      if (contentHash(payload) !== content_hash) break;
      const leaf = { version, ledger_id, hash_chain_position, transaction_id, previous_hash, content_hash, posted_at };
      return { payload, leaf };
    }
    throw unprovable(ledgerId, `the event at revision ${revision} is not that of transaction ${transactionId}`);
  }
}
