import type { Database, Sql } from '@probity/persistence/database';
import { GroupCommit, type GroupCommitOptions } from '@probity/platform/group-commit';
import type { Logger } from '@probity/platform/logging';
import { advanceSubjects, storeOutcomes, type SubjectOutcome } from './outcome';
import type { SubjectResult } from './process-subject';
import { putOff } from './put-off';
import { settleUnfinished } from './unfinished';

const MAX_AT_ONCE = 500;
const MAX_WAITING = 20_000;

export type ClaimedResult = SubjectResult & SubjectOutcome;

/** Stores the outcomes of subjects. Subjects that end at the same time share a transaction. */
export class OutcomeStore {
  private readonly stored: GroupCommit<ClaimedResult, Set<ClaimedResult>>;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
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

  private storeTogether(results: ClaimedResult[]): Promise<Set<ClaimedResult>> {
    return this.database.transaction(async (sql: Sql) => {
      const own = await advanceSubjects(sql, results);
      if (own.length < results.length) {
        const customers = results.length - own.length;
        this.logger.warn({ customers }, 'another process took over customers; their outcomes are not stored');
      }
      await storeOutcomes(
        sql,
        own.flatMap(({ outcomes }) => outcomes),
      );
      for (const { failure } of own) if (failure) await putOff(sql, failure.event, failure.error, this.logger);
      await settleUnfinished(
        sql,
        own.map(({ subject }) => subject),
      );
      return new Set(own);
    });
  }
}
