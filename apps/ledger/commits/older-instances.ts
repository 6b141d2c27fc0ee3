import type { Database } from '@probity/persistence/database';
import { AUTHENTICATES_EVENTS, olderInstanceRuns } from '@probity/service/event-authentication';
import { unavailable } from '../writer/unavailable';

/**
 * An older version writes events without commits, and after a commit no one could tell them from forged ones. So no ledger
 * gets its first commit while an instance of such a version runs.
 *
 * @throws Refusal `unavailable`
 */
export async function refuseWhileOlderRun(database: Database): Promise<void> {
  if (!(await olderInstanceRuns('ledger', AUTHENTICATES_EVENTS, database))) return;
  throw unavailable('an instance of an older version of the ledger service still runs');
}
