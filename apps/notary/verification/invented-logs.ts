import type { LogProblem } from '@probity/contracts/audit/verification';
import { logStream } from '@probity/contracts/checkpoints/events';
import type { EventStore } from '@probity/event-store/event-store';
import { hadEvents } from '@probity/event-store/rebuild/read-streams';
import type { Sql } from '@probity/persistence/database';
import { shown } from '@probity/platform/shown';
import { isLogName } from '@probity/read-side/checkpoints/log-events';

/** Further ones say nothing new. */
const MAX_FOUND = 100;
const next = (isAfter: '>' | '>='): string =>
  `SELECT log FROM notary.leaves WHERE log ${isAfter} $1 ORDER BY log LIMIT 1`;

/**
 * Finds the logs that only notary.leaves has: the walk of no log compares these rows. Yields after each log, mostly
 * nothing.
 */
export async function* findInventedLogs(sql: Sql, events: EventStore): AsyncGenerator<LogProblem[]> {
  const logFrom = async (page: string, after: string): Promise<string | undefined> =>
    (await sql.query<{ log: string }>(page, [after])).rows[0]?.log;
  let found = 0;
  for (
    let log = await logFrom(next('>='), '');
    log !== undefined && found < MAX_FOUND;
    log = await logFrom(next('>'), log)
  ) {
    if (isLogName(log) && (await hadEvents(events, logStream(log)))) {
      yield [];
      continue;
    }
    found++;
    yield [{ kind: 'changed_log', detail: `notary.leaves has rows of the log ${shown(log)}, which has no events` }];
  }
}
