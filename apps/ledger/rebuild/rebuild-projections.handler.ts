import { Controller, Inject } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import { LEDGER_STREAM_PREFIX, ledgerStream } from '@probity/contracts/ledger/events';
import { withoutEntries } from '@probity/event-store/audit/trail-rows';
import { refuseDamaged } from '@probity/event-store/damaged';
import { EventStore } from '@probity/event-store/event-store';
import { ahead, hadEvents } from '@probity/event-store/rebuild/read-streams';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { isUnavailable } from '@probity/persistence/unavailable';
import { invalid } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { projectLedgerEvents, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import { isCanonicalUuid } from '@probity/platform/ids';
import { LOGGER } from '@probity/platform/logger.token';
import { MaintenanceDatabase } from '../maintenance-database';
import { TakeOver } from '../commits/take-over';
import { TreeNodes } from '../commits/tree-nodes';
import { LedgerWriters } from '../writer/ledger-writers';
import { forgetLedger, forgetStrayEntries, makeRoomFor, projectedLedgers } from './forget-projections';
import { LedgerAudit } from '../audit/ledger-audit';
import { restoreSigningKeys } from './restore-signing-keys';

/**
 * Deletes and recreates the projections of all ledgers, one ledger at a time. Each ledger is rebuilt in one Postgres
 * transaction: readers see the old rows until the new ones are complete, and postings to this ledger wait. Signing keys
 * that are missing are restored, and the audit trail is made what the events say.
 */
@Controller()
export class RebuildProjectionsHandler {
  private running = false;

  constructor(
    private readonly database: MaintenanceDatabase,
    private readonly events: EventStore,
    private readonly writers: LedgerWriters,
    private readonly nodes: TreeNodes,
    private readonly takeOver: TakeOver,
    private readonly audit: LedgerAudit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @OnCommand(rebuildLedgerProjections)
  handle(): Observable<RebuildProgress> {
    return from(this.run());
  }

  private async *run(): AsyncGenerator<RebuildProgress> {
    if (this.running) throw invalid('rebuild_running', 'a rebuild is already running; retry when it has ended');
    this.running = true;
    try {
      yield* this.rebuildAll();
    } finally {
      this.running = false;
    }
  }

  private async *rebuildAll(): AsyncGenerator<RebuildProgress> {
    const ledgers: string[] = [];
    for await (const stream of this.events.listStreams(LEDGER_STREAM_PREFIX)) {
      const ledgerId = stream.slice(LEDGER_STREAM_PREFIX.length);
      if (isCanonicalUuid(ledgerId)) ledgers.push(ledgerId); // others are streams of another program
    }
    const progress = { streams: ledgers.length, streams_done: 0, events: 0, done: false };
    yield { ...progress };
    await this.forgetLedgersWithoutEvents();

    let unprojected = 0;
    for (const ledgerId of ledgers) {
      const replayed = pushedCounts();
      const work = this.writers
        .of(ledgerId)
        .exclusively(() => this.rebuild(ledgerId, replayed.push))
        .finally(replayed.end);
      work.catch(() => {}); // `isRebuilt` awaits it, unless the caller disconnects before
      for await (const count of replayed.counts) {
        progress.events += count;
        yield { ...progress };
      }
      if (!(await this.isRebuilt(ledgerId, work))) unprojected++;
      progress.streams_done++;
      yield { ...progress };
    }
    const keys = await restoreSigningKeys(this.events, this.database, this.logger);
    const { corrected: audit, failed } = yield* this.audit.correct();
    if (keys.changed) throw keys.changed;
    // A ledger whose audit entries cannot be read could not be projected either.
    yield { ...progress, failed: Math.max(unprojected + keys.failed, failed), audit, done: true };
  }

  /** A ledger that cannot be projected keeps its rows, and does not keep the others from being rebuilt. */
  private async isRebuilt(ledgerId: string, work: Promise<void>): Promise<boolean> {
    try {
      await work;
      this.takeOver.forget(ledgerId);
      await this.nodes.fill(ledgerId);
      return true;
    } catch (err) {
      if (isUnavailable(err)) throw err;
      this.logger.error({ err, ledger_id: ledgerId }, 'a ledger cannot be projected; its rows stay as they are');
      return false;
    }
  }

  /** Keeps ledgers that are created meanwhile: a ledger's row becomes visible only after its first event. */
  private async forgetLedgersWithoutEvents(): Promise<void> {
    for (const ledgerId of await projectedLedgers(this.database)) {
      if (!(await hadEvents(this.events, ledgerStream(ledgerId))))
        await this.database.transaction((sql) => forgetLedger(sql, ledgerId));
    }
    await forgetStrayEntries(this.database);
  }

  private rebuild(ledgerId: string, onReplayed: (count: number) => void): Promise<void> {
    return this.database.transaction(async (sql) => {
      await forgetLedger(sql, ledgerId);
      let hasBegun = false;
      for await (const chunk of ahead(this.events.readStream(ledgerStream(ledgerId)))) {
        refuseDamaged(chunk);
        hasBegun ||= chunk.some(({ isForeign }) => !isForeign);
        if (!hasBegun) continue; // no ledger of Probity: the stream of another program
        const events = chunk as RecordedLedgerEvent[];
        await makeRoomFor(
          sql,
          this.events,
          events.filter(({ isForeign }) => !isForeign),
        );
        await withoutEntries(() => projectLedgerEvents(sql, events));
        onReplayed(events.length);
      }
    });
  }
}

/** A queue of counts: `push` adds a count, and `counts` yields the sum of the counts that were not yet read. */
function pushedCounts() {
  let waiting = 0;
  let ended = false;
  let wake = (): void => {};
  const push = (count: number): void => {
    waiting += count;
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  async function* counts(): AsyncGenerator<number> {
    for (;;) {
      if (waiting > 0) {
        const count = waiting;
        waiting = 0;
        yield count;
      } else if (ended) {
        return;
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  }
  return { push, end, counts: counts() };
}
