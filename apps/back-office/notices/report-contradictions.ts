import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { EventDamaged } from '@probity/event-store/damaged';
import { ReadSideBehind, StreamCutOff } from '@probity/event-store/event-store';
import { RESTORED_STORE } from '@probity/event-store/restored-store';
import { type Notice, NoticeBoard } from '@probity/notices/notice-board';
import { Database } from '@probity/persistence/database';
import { isDataFailure } from '@probity/persistence/failures';
import type { Logger } from '@probity/platform/logging';
import { Repeatedly } from '@probity/platform/repeatedly';
import { LOGGER } from '@probity/platform/logger.token';
import { forgedGrant, isForgedGrant } from './forged-grant';

const LOOK_MS = 5_000;
const AT_ONCE = 100;

const REPORTS = 'SELECT stream, detail, at::text AS at FROM platform.contradictions ORDER BY at, stream LIMIT $1';
/** A service may have reported the same stream again since. */
const TAKE = 'DELETE FROM platform.contradictions WHERE stream = $1 AND at <= $2::timestamptz';

/**
 * Raises notices about objects whose events and read side contradict each other. Services report these objects when a
 * request concerns them. After a restore they can be many, so objects of one kind have one notice, and the log has each.
 * Several processes may do it at the same time.
 */
@Injectable()
export class ReportContradictions implements OnModuleInit, OnModuleDestroy {
  private readonly looking = new Repeatedly(
    LOOK_MS,
    () => this.look(),
    (err) => this.logger.warn({ err }, 'reports of contradictions cannot be read; retrying'),
  );

  constructor(
    private readonly database: Database,
    private readonly board: NoticeBoard,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.looking.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.looking.stop();
  }

  /** Raises what was reported. */
  async look(): Promise<void> {
    const reports = await this.database.query<{ stream: string; detail: string; at: string }>(REPORTS, [AT_ONCE]);
    for (const { stream, detail, at } of reports.rows) {
      this.logger.error({ stream, detail }, 'stored data of an object contradict each other, or are forged');
      await this.raise(stream, detail);
      await this.database.query(TAKE, [stream, at]);
    }
  }

  /** If the events and the row of the notice itself contradict each other, the log must do: other reports do not wait. */
  private async raise(stream: string, detail: string): Promise<void> {
    try {
      await this.board.raise(noticeOf(stream, detail));
    } catch (err) {
      const isDamaged = err instanceof EventDamaged || err instanceof StreamCutOff || err instanceof ReadSideBehind;
      if (!isDamaged && !isDataFailure(err)) throw err;
      this.logger.error({ err, stream }, 'the notice about stored data cannot be raised');
    }
  }
}

function noticeOf(stream: string, detail: string): Notice {
  if (stream === RESTORED_STORE) return restoredStore(detail);
  return isForgedGrant(stream) ? forgedGrant(stream, detail) : contradiction(stream, detail);
}

const restoredStore = (detail: string): Notice => ({
  tenantId: null,
  kind: 'stored_data_contradicts',
  subject: RESTORED_STORE,
  severity: 'critical',
  message:
    `The event store is older than Postgres: ${detail}. Reads show what it has lost, and these objects take no changes. ` +
    'Restore the lost events, or Postgres to the same time. To give up what the event store has lost, run ' +
    '"probity projections rebuild --all".',
  data: { detail },
});

const contradiction = (stream: string, detail: string): Notice => ({
  tenantId: null,
  kind: 'stored_data_contradicts',
  subject: kindOf(stream),
  severity: 'critical',
  message:
    `The events and the read side of ${stream} contradict each other: ${detail}. Reads may show a wrong state, and ` +
    'changes are rejected. The log of the back office names further objects of this kind. If Postgres or the event ' +
    'store was restored, restore the other one to the same time; otherwise verify the object.',
  data: { stream, detail },
});

/** The name of a stream without the id of its object: `customer`. */
const kindOf = (stream: string): string => stream.replace(/-[0-9a-f]{8}-[0-9a-f-]{27}$/, '');
