import { STORED_LEVELS } from '@probity/ledger-verification/merkle-tree';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { BLOCK, computeNode } from '@probity/read-side/ledger/ledger-tree';

/** How many nodes of the level a ledger has, and how many its complete subtrees need. */
const MISSING = `
  SELECT count(n.index)::float8 AS stored, floor(l.head_position / power(2, $2::int))::float8 AS complete
  FROM ledger.ledgers l LEFT JOIN ledger.tree_nodes n ON n.ledger_id = l.id AND n.level = $2
  WHERE l.id = $1 AND l.chained_revision IS NOT NULL GROUP BY l.id`;
const STORED = 'SELECT index::float8 AS index FROM ledger.tree_nodes WHERE ledger_id = $1 AND level = $2';
const STORE = `
  INSERT INTO ledger.tree_nodes (ledger_id, level, index, hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
/** Ledgers whose complete blocks of transactions are not all stored. */
const INCOMPLETE = `
  SELECT l.id FROM ledger.ledgers l
  WHERE l.head_position >= ${BLOCK} AND l.chained_revision IS NOT NULL
    AND l.head_position / ${BLOCK} > (SELECT count(*) FROM ledger.tree_nodes n WHERE n.ledger_id = l.id AND n.level = 8)`;

/**
 * Stores the roots of the subtrees of ledgers that are complete, so that proofs are quick. They follow from the rows of
 * transactions: what is missing, a proof computes again.
 */
export class TreeNodes {
  private readonly filling = new Map<string, Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** To be called when a ledger has grown. It does not wait, and a failure is only logged: the next call tries again. */
  grown(ledgerId: string, from: number, to: number): void {
    if (Math.floor(from / BLOCK) === Math.floor(to / BLOCK) || this.filling.has(ledgerId)) return;
    const filled = this.fill(ledgerId)
      .catch((err: unknown) => this.logger.warn({ err, ledger_id: ledgerId }, 'nodes of a tree could not be stored'))
      .finally(() => this.filling.delete(ledgerId));
    this.filling.set(ledgerId, filled);
  }

  /** Stores what is missing of a ledger. */
  async fill(ledgerId: string): Promise<void> {
    for (const level of STORED_LEVELS) {
      const { rows } = await this.database.query<{ stored: number; complete: number }>(MISSING, [ledgerId, level]);
      const [found] = rows;
      if (!found || found.stored >= found.complete) continue;
      const stored = await this.storedAt(ledgerId, level);
      for (let index = 0; index < found.complete; index++) {
        if (stored.has(index)) continue;
        const hash = await computeNode(this.database, ledgerId, level, index);
        await this.database.query(STORE, [ledgerId, level, index, hash]);
      }
    }
  }

  /** Stores what is missing of all ledgers, for example after a rebuild. */
  async fillAll(signal: AbortSignal): Promise<void> {
    const { rows } = await this.database.query<{ id: string }>(INCOMPLETE);
    for (const { id } of rows) {
      if (signal.aborted) return;
      await this.fill(id).catch((err: unknown) =>
        this.logger.warn({ err, ledger_id: id }, 'nodes of a tree could not be stored'),
      );
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.filling.values());
  }

  private async storedAt(ledgerId: string, level: number): Promise<Set<number>> {
    const { rows } = await this.database.query<{ index: number }>(STORED, [ledgerId, level]);
    return new Set(rows.map(({ index }) => index));
  }
}
