import { STORED_LEVELS, type Subtree } from '@probity/ledger-verification/merkle-tree';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { BLOCK, computeNode } from '@probity/read-side/ledger/ledger-tree';

/**
 * How many nodes of the level a ledger has, and how many its complete subtrees need. They are stored in their order. If one
 * is missing between others, all are computed again.
 */
const COUNTS = `
  SELECT CASE WHEN count(n.index) = max(n.index) + 1 THEN count(n.index) ELSE 0 END::float8 AS stored,
    floor(l.head_position / power(2, $2::int))::float8 AS complete
  FROM ledger.ledgers l LEFT JOIN ledger.tree_nodes n ON n.ledger_id = l.id AND n.level = $2
  WHERE l.id = $1 AND l.chained_revision IS NOT NULL GROUP BY l.id`;
const STORE = `
  INSERT INTO ledger.tree_nodes (ledger_id, level, index, hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;
/** Only after the node before it, so that a crash leaves no gap in the middle. */
const STORE_NEXT = `
  INSERT INTO ledger.tree_nodes (ledger_id, level, index, hash)
  SELECT $1, $2, $3, $4 WHERE $3::bigint = 0 OR EXISTS (
    SELECT FROM ledger.tree_nodes WHERE ledger_id = $1 AND level = $2 AND index = $3::bigint - 1)
  ON CONFLICT DO NOTHING`;
const LARGE = `SELECT id FROM ledger.ledgers WHERE head_position >= ${BLOCK} AND chained_revision IS NOT NULL`;

/**
 * Stores the roots of the subtrees of ledgers that are complete, so that proofs read few rows. They follow from the rows of
 * transactions.
 */
export class TreeNodes {
  private readonly filling = new Map<string, Promise<void>>();
  private readonly adding = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /**
   * To be called with the subtrees that an append has completed. It does not wait, and a failure is only logged: the next
   * call stores what is missing.
   */
  grown(ledgerId: string, completed: readonly Subtree[]): void {
    if (completed.length === 0) return;
    const added = this.add(ledgerId, completed)
      .catch((err: unknown) => this.failed(ledgerId, err))
      .finally(() => this.adding.delete(added));
    this.adding.add(added);
  }

  /** Stores what is missing of a ledger. Callers at the same time share the work. */
  fill(ledgerId: string): Promise<void> {
    const running = this.filling.get(ledgerId);
    if (running) return running;
    const filled = this.store(ledgerId).finally(() => this.filling.delete(ledgerId));
    this.filling.set(ledgerId, filled);
    return filled;
  }

  /** Stores what is missing of all ledgers. */
  async fillAll(signal: AbortSignal): Promise<void> {
    const { rows } = await this.database.query<{ id: string }>(LARGE);
    for (const { id } of rows) {
      if (signal.aborted) return;
      await this.fill(id).catch((err: unknown) => this.failed(id, err));
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.adding, ...this.filling.values()]);
  }

  private async add(ledgerId: string, completed: readonly Subtree[]): Promise<void> {
    for (const { level, index, hash } of completed) {
      const { rowCount } = await this.database.query(STORE_NEXT, [ledgerId, level, index, hash]);
      if (rowCount === 0) return this.fill(ledgerId);
    }
  }

  private async store(ledgerId: string): Promise<void> {
    for (const level of STORED_LEVELS) {
      const { rows } = await this.database.query<{ stored: number; complete: number }>(COUNTS, [ledgerId, level]);
      const { stored, complete } = rows[0] ?? { stored: 0, complete: 0 };
      for (let index = stored; index < complete; index++) {
        const hash = await computeNode(this.database, ledgerId, level, index);
        await this.database.query(STORE, [ledgerId, level, index, hash]);
      }
      if (complete === 0) return;
    }
  }

  private failed(ledgerId: string, err: unknown): void {
    this.logger.warn({ err, ledger_id: ledgerId }, 'nodes of a tree could not be stored');
  }
}
