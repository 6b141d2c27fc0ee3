import type { EventStore } from '@probity/event-store/event-store';
import type { Database, Sql } from '@probity/persistence/database';
import { causedBy } from '@probity/platform/caused-by';
import type { Clock } from '@probity/platform/clock';
import { GroupCommit, type GroupCommitOptions } from '@probity/platform/group-commit';
import type { Logger } from '@probity/platform/logging';
import { advanceSubjects, type SubjectOutcome } from './outcome';
import { eventsProcessed, type ProcessedPart, type WrittenResult } from './processed-events';
import type { SubjectResult } from './process-subject';
import { afterFailure, putOff } from './put-off';
import { setAsideEvent } from './set-aside-event';
import { storeOutcomes } from './store-outcomes';
import { settleUnfinished } from './unfinished';

const MAX_AT_ONCE = 500;
const MAX_WAITING = 20_000;

export type ClaimedResult = SubjectResult & SubjectOutcome;

export interface OutcomeStoreParts {
  database: Database;
  /** with personal data in clear */
  events: EventStore;
  logger: Logger;
  now: Clock;
}

/** Stores the outcomes of subjects. Subjects that end at the same time share a transaction. */
export class OutcomeStore {
  private readonly stored: GroupCommit<ClaimedResult, Set<ClaimedResult>>;

  constructor(
    private readonly parts: OutcomeStoreParts,
    options: Pick<GroupCommitOptions, 'lingerMs'> = {},
  ) {
    const limits = { most: MAX_AT_ONCE, mostWaiting: MAX_WAITING };
    this.stored = new GroupCommit((results) => this.storeTogether(results), { ...limits, ...options });
  }

  /**
   * Stores the outcomes and ends the claim of the subject; puts off an event that failed. Returns false, and stores
   * nothing, when another process has taken over the subject.
   */
  async take(result: ClaimedResult): Promise<boolean> {
    return (await this.stored.take(result)).has(result);
  }

  private async storeTogether(results: ClaimedResult[]): Promise<Set<ClaimedResult>> {
    for (const { failure, token } of results) {
      if (failure) await setAsideEvent(this.parts, token, failure.event, afterFailure(failure.event, failure.error));
    }
    const withOutcomes = results.filter(({ outcomes }) => outcomes.length > 0);
    const own = await this.append(withOutcomes);
    const without = results.filter(({ outcomes }) => outcomes.length === 0);
    if (without.length > 0) {
      const ended = await this.parts.database.transaction((sql) => this.end(sql, without.map(unwritten)));
      for (const result of ended) own.add(result);
    }
    if (own.size < results.length) {
      const customers = results.length - own.size;
      this.parts.logger.warn({ customers }, 'another process took over customers; their outcomes are not stored');
    }
    return own;
  }

  /**
   * If an append and its projection are one transaction, an outcome of a subject that another process has taken over is
   * in no event. If not, its event is stored before that is known; then the projection passes it over if the event has
   * another outcome.
   */
  private async append(results: ClaimedResult[]): Promise<Set<ClaimedResult>> {
    const { events, now } = this.parts;
    for (let left = results; left.length > 0;) {
      const parts = eventsProcessed(left, now());
      const own = new Set<ClaimedResult>();
      const first = parts.map((part) => part.first);
      try {
        await events.beginStreams(first, async (sql, recorded, atomic) => {
          const stored = partsOf(parts, recorded);
          for (const result of await this.end(sql, stored)) own.add(result);
          if (atomic && own.size < left.length) throw new TakenOver(left.filter((result) => own.has(result)));
        });
        return own;
      } catch (error) {
        const takenOver = causedBy(error, TakenOver);
        if (!takenOver) throw error;
        left = takenOver.own;
      }
    }
    return new Set();
  }

  /** Ends the claims that this process still has, and stores their outcomes. Returns their results. */
  private async end(sql: Sql, written: WrittenResult<ClaimedResult>[]): Promise<ClaimedResult[]> {
    const advanced = new Set(
      await advanceSubjects(
        sql,
        written.map(({ result }) => result),
      ),
    );
    const own = written.filter(({ result }) => advanced.has(result));
    await storeOutcomes(
      sql,
      own.flatMap(({ outcomes }) => outcomes),
    );
    for (const { result } of own) {
      if (result.failure) await putOff(sql, result.failure.event, result.failure.error, this.parts.logger);
    }
    await settleUnfinished(
      sql,
      own.map(({ result }) => result.subject),
    );
    return [...advanced];
  }
}

/** Some of the subjects are no longer claimed by this process. */
class TakenOver extends Error {
  constructor(readonly own: ClaimedResult[]) {
    super('another process took over some customers');
  }
}

const unwritten = (result: ClaimedResult): WrittenResult<ClaimedResult> => ({ result, outcomes: [] });

function partsOf(
  parts: ProcessedPart<ClaimedResult>[],
  recorded: { stream: string }[],
): WrittenResult<ClaimedResult>[] {
  const streams = new Set(recorded.map(({ stream }) => stream));
  return parts.flatMap(({ first, results }) => (streams.has(first.stream) ? results : []));
}
