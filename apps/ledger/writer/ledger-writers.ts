import type { EventStore } from '@probity/event-store/event-store';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { Turns } from '@probity/platform/turns';
import type { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import type { LedgerLoader } from './ledger-loader';
import type { TreeNodes } from '../commits/tree-nodes';
import { LedgerWriter, type WriterObserver } from './ledger-writer';

const MAX_IDLE_WRITERS = 1_000;
/** Batches that are written at the same time. A batch of another tenant waits until a few of them are written. */
const MAX_BATCHES_AT_ONCE = 32;

/** The writers of this process, one per ledger, so that no ledger waits for another. Tenants take turns. */
export class LedgerWriters {
  private readonly writers = new Map<string, LedgerWriter>();
  private readonly turns = new Turns(MAX_BATCHES_AT_ONCE);

  constructor(
    private readonly events: EventStore,
    private readonly loader: LedgerLoader,
    private readonly queries: LedgerQueries,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly nodes: Pick<TreeNodes, 'grown'>,
  ) {}

  of(ledgerId: string): LedgerWriter {
    const existing = this.writers.get(ledgerId);
    if (existing) return existing;
    if (this.writers.size >= MAX_IDLE_WRITERS) this.dropIdle();
    const observer: WriterObserver = {
      trouble: (err, what) => this.logger.warn({ err, ledger_id: ledgerId }, what),
      appended: (writes) => this.metrics.observeBatch(writes),
      grown: (completed) => this.nodes.grown(ledgerId, completed),
      conflict: () => this.metrics.countConflict(),
    };
    const writer = new LedgerWriter(ledgerId, this.events, this.loader, this.queries, observer, this.turns);
    this.writers.set(ledgerId, writer);
    return writer;
  }

  /** Waits for every accepted write. */
  async close(): Promise<void> {
    await Promise.all([...this.writers.values()].map((writer) => writer.close()));
  }

  /** Ids of ledgers that a client invents, or that are of others, take the place of no ledger in memory. */
  private dropIdle(): void {
    this.drop((writer) => writer.idle && !writer.hasLoaded);
    if (this.writers.size > MAX_IDLE_WRITERS / 2) this.drop((writer) => writer.idle);
  }

  private drop(isDropped: (writer: LedgerWriter) => boolean): void {
    for (const [id, writer] of this.writers) if (isDropped(writer)) this.writers.delete(id);
  }
}
