import type { RewriteProgress } from '@probity/contracts/erasure/privacy-views';
import type { Database } from '@probity/persistence/database';
import { sqlState } from '@probity/persistence/failures';
import { pause } from '@probity/platform/pause';

const OVERWRITTEN = 'SELECT name FROM privacy.overwritten_tables ORDER BY name';
const REWRITE = 'SELECT privacy.rewrite_table($1) AS outcome';
const REMOVE_LOG = 'SELECT privacy.remove_old_log() AS outcome';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
/** Most open transactions end soon. */
const MAX_TRIES = 20;
const TRY_AGAIN_AFTER_MS = 250;

type Outcome = RewriteProgress['tables'][number]['outcome'];

/**
 * Writes the tables anew that erasure has overwritten, one after the other, and removes the old log. An interrupted run can
 * be repeated: the tables that are left stay in the list.
 *
 * @param database without a time limit for statements: a large table takes minutes
 */
export async function* rewriteTables(database: Database, signal: AbortSignal): AsyncGenerator<RewriteProgress> {
  const { rows } = await database.query<{ name: string }>(OVERWRITTEN);
  const progress: RewriteProgress = { done: false, tables: [], old_log: null };
  for (const { name } of rows) {
    progress.tables.push({ name, outcome: await rewrite(database, name, signal) });
    yield { ...progress };
  }
  const removed = await database.query<{ outcome: RewriteProgress['old_log'] }>(REMOVE_LOG);
  yield { ...progress, done: true, old_log: removed.rows[0]!.outcome };
}

async function rewrite(database: Database, name: string, signal: AbortSignal): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await tryToRewrite(database, name);
    if ((outcome !== 'waiting' && outcome !== 'busy') || tries === MAX_TRIES || signal.aborted) return outcome;
    await pause(TRY_AGAIN_AFTER_MS, signal);
  }
}

async function tryToRewrite(database: Database, name: string): Promise<Outcome> {
  try {
    const { rows } = await database.query<{ outcome: Outcome }>(REWRITE, [name]);
    return rows[0]!.outcome;
  } catch (error) {
    const state = sqlState(error);
    if (state === LOCK_NOT_AVAILABLE || state === DEADLOCK) return 'busy';
    throw error;
  }
}
