import { Controller, Inject } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { INGESTION_STREAM_PREFIX } from '@probity/contracts/pipeline/ingestion-events';
import { rebuildAcceptedEvents } from '@probity/contracts/projections/commands';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import type { Completed } from '@probity/event-store/rebuild/complete-rows';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { LOGGER } from '@probity/platform/logger.token';
import type { Logger } from '@probity/platform/logging';
import { Worker } from '@probity/platform/worker';
import { INGESTION, projectIngestion } from '../ingestion/project-ingestion';
import { SetAsides } from '../ingestion/set-asides';
import { unreadableItems } from '../ingestion/unreadable-items';
import { recountTransactions } from './recount-transactions';

/** What is still in the inbox has no outcome. */
const RELEASE = "UPDATE pipeline.inbox SET due_at = now() WHERE due_at = 'infinity' AND event_id <> ALL ($1)";

const NAMED_AT_ONCE = 100;

/** Accepted events and outcomes that Postgres lacks come back. Rows that are there stay as they are. */
@Controller()
export class RebuildAcceptedEventsHandler {
  constructor(
    private readonly projections: RebuildProjections,
    private readonly worker: Worker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @OnCommand(rebuildAcceptedEvents)
  handle(): Observable<RebuildProgress> {
    return from(this.run());
  }

  /**
   * No event is processed before all outcomes are there: otherwise some would get a second one. An event whose outcome
   * cannot be read, because a key is missing, goes on waiting. One whose outcome is in a damaged event of the event store
   * is processed again.
   */
  private async *run(): AsyncGenerator<RebuildProgress> {
    const unreadable = new Set<string>();
    const begin: Completed['begin'] = async (store) => {
      const setAsides = await SetAsides.read(store);
      return async (sql, events) => {
        for (const event_id of unreadableItems(events)) unreadable.add(event_id);
        await projectIngestion(sql, events, 'infinity', setAsides);
      };
    };
    let isDone = false;
    const end: Completed['end'] = async (database) => {
      await recountTransactions(database);
      await database.query(RELEASE, [[...unreadable]]);
      isDone = true;
      this.worker.wake();
    };
    const about = { kind: INGESTION, prefix: INGESTION_STREAM_PREFIX, begin, end };
    try {
      for await (const line of this.projections.complete(about)) {
        yield line.done ? { ...line, failed: (line.failed ?? 0) + unreadable.size } : line;
      }
    } finally {
      this.report(isDone, [...unreadable]);
    }
  }

  private report(isDone: boolean, unreadable: string[]): void {
    for (let n = 0; n < unreadable.length; n += NAMED_AT_ONCE) {
      const events = unreadable.slice(n, n + NAMED_AT_ONCE);
      this.logger.error({ events }, 'accepted events or their outcomes cannot be read: their keys are missing');
    }
    if (!isDone)
      this.logger.warn('a rebuild of accepted events broke off; events without an outcome wait until it is run again');
  }
}
