import { Controller } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { INGESTION_STREAM_PREFIX } from '@probity/contracts/pipeline/ingestion-events';
import { rebuildAcceptedEvents } from '@probity/contracts/projections/commands';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import type { Completed } from '@probity/event-store/rebuild/complete-rows';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { Worker } from '@probity/platform/worker';
import { INGESTION, projectIngestion } from '../ingestion/project-ingestion';
import { readSetAsideTimes } from '../ingestion/set-aside-times';
import { recountTransactions } from './recount-transactions';

/** An officer may have rerun a dead event. Its audit entry says when. */
const RERUN = `
  UPDATE pipeline.inbox i SET status = 'pending', attempts = 0, due_at = now()
  WHERE i.status = 'dead' AND EXISTS (
    SELECT FROM pipeline.audit_events a
    WHERE a.tenant_id = i.tenant_id AND a.subject_type = 'event' AND a.subject_id = i.event_id::text
      AND a.action = 'event.rerun' AND a.at > i.due_at)`;
/** What is still in the inbox has no outcome. */
const RELEASE = "UPDATE pipeline.inbox SET due_at = now() WHERE due_at = 'infinity'";

/** Accepted events and outcomes that Postgres lacks come back. Rows that are there stay as they are. */
@Controller()
export class RebuildAcceptedEventsHandler {
  constructor(
    private readonly projections: RebuildProjections,
    private readonly database: Database,
    private readonly worker: Worker,
  ) {}

  @OnCommand(rebuildAcceptedEvents)
  handle(): Observable<RebuildProgress> {
    return from(this.run());
  }

  /** No event is processed before all outcomes are there: otherwise some would get a second one. */
  private async *run(): AsyncGenerator<RebuildProgress> {
    const { kind } = INGESTION;
    const begin: Completed['begin'] = async (store) => {
      const setAside = await readSetAsideTimes(store);
      return (sql, events) => projectIngestion(sql, events, 'infinity', setAside);
    };
    for await (const line of this.projections.complete({ kind, prefix: INGESTION_STREAM_PREFIX, begin })) {
      if (line.done) {
        await this.database.query(RERUN);
        await this.database.query(RELEASE);
        await recountTransactions(this.database);
        this.worker.wake();
      }
      yield line;
    }
  }
}
