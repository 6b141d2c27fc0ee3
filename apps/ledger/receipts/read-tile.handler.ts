import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { readTile } from '@probity/contracts/ledger/commands';
import { STORED_LEVELS } from '@probity/ledger-verification/merkle-tree';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { BLOCK, BLOCK_LEVELS, hashesOfLedger } from '@probity/read-side/ledger/ledger-tree';
import { TreeNodes } from '../commits/tree-nodes';
import { tileName } from './tile-name';

const SIGNED = `
  SELECT c.tree_size::float8 AS size FROM ledger.ledgers l LEFT JOIN notary.ledger_checkpoints c ON c.ledger_id = l.id
  WHERE l.tenant_id = $1 AND l.id = $2`;

/** Reads tiles (c2sp.org/tlog-tiles) of the trees of ledgers: what the last checkpoint covers, which never changes. */
@Controller()
export class ReadTileHandler {
  constructor(
    private readonly database: Database,
    private readonly nodes: TreeNodes,
  ) {}

  @OnCommand(readTile)
  async tile({ tenant_id, ledger_id, level, index, width }: RequestOf<typeof readTile>) {
    const { rows } = await this.database.query<{ size: number | null }>(SIGNED, [tenant_id, ledger_id]);
    if (!rows[0]) throw notFound('ledger', ledger_id);
    const [first, complete] = [index * BLOCK, Math.floor((rows[0].size ?? 0) / BLOCK ** level)];
    if (level > STORED_LEVELS.length || first + width > complete)
      throw notFound('tile', tileName({ level, index, width }));
    if (level > 0) await this.nodes.fill(ledger_id);
    const hashes = await hashesOfLedger(this.database, ledger_id)(level * BLOCK_LEVELS, first, width);
    if (hashes.length !== width)
      throw new Error(`tile ${level}/${index} of ledger ${ledger_id} lacks hashes; verify it`);
    return { hashes: Buffer.concat(hashes).toString('base64') };
  }
}
