import {
  BACKTEST_STREAM_PREFIX,
  type BacktestEnded,
  type BacktestEvent,
  type BacktestStarted,
} from '@probity/contracts/backtests/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { auditOf, recordAudit, shownActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedBacktestEvent = RecordedEvent & BacktestEvent;

/** Of one tenant. When it starts another one, older ones that have ended are deleted from the read side. */
export const MAX_KEPT_BACKTESTS = 100;

const START = `
  INSERT INTO pipeline.backtests (id, tenant_id, definition, from_time, to_time, max_examples, started_by, started_at,
    revision, rule_id, rule_version, baseline)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING`;
/** In the order of their start, so that a rebuild keeps the same ones. */
const FORGET_OLD = `
  DELETE FROM pipeline.backtests WHERE outcome IS NOT NULL AND id IN (
    SELECT id FROM pipeline.backtests WHERE tenant_id = $1 ORDER BY started_at DESC, id DESC
    OFFSET ${MAX_KEPT_BACKTESTS})`;
const END = `
  UPDATE pipeline.backtests SET outcome = $3, ended_by = $4, ended_at = $5, reason = $6, result = $7, examples = $8,
    revision = $2, claim = NULL, lease_until = NULL
  WHERE id = $1 AND revision = $2 - 1`;
const BACKTEST_ROW = { table: 'pipeline.backtests', prefix: BACKTEST_STREAM_PREFIX };
const REFLECTED = 'SELECT revision FROM pipeline.backtests WHERE id = $1';
const RUN = ['claim', 'lease_until', 'claimed_at', 'attempts', 'customers_read', 'customers_total'];
export const BACKTEST_TABLES: ProjectedTables = {
  replaced: [
    {
      table: 'pipeline.backtests',
      work: { columns: RUN, while: 't.outcome IS NULL' },
      kept: `(SELECT count(*) FROM pipeline.backtests n WHERE n.tenant_id = t.tenant_id
        AND (n.started_at, n.id) > (t.started_at, t.id)) < ${MAX_KEPT_BACKTESTS}`,
    },
  ],
  completed: [],
};

/**
 * Applies the events of one backtest to the read side. The row of the backtest has the last projected revision, so an
 * event that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectBacktestEvents(sql: Sql, events: RecordedBacktestEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, BACKTEST_ROW, event)) continue;
    const isNew = await advance(sql, event);
    if (isNew) await recordAudit(sql, 'pipeline', auditOf(event, auditedIn(event)));
    else await refuseGap(sql, REFLECTED, event.data.backtest_id, event);
  }
}

async function advance(sql: Sql, { type, data, revision }: RecordedBacktestEvent): Promise<boolean> {
  if (type === 'BacktestEnded') return (await sql.query(END, ended(data, revision))).rowCount === 1;
  const { rowCount } = await sql.query(START, started(data, revision));
  if (rowCount === 1) await sql.query(FORGET_OLD, [data.tenant_id]);
  return rowCount === 1;
}

function started(data: BacktestStarted, revision: number): unknown[] {
  const { backtest_id, tenant_id, definition, from, to, max_examples, started_at, baseline } = data;
  const what = [JSON.stringify(definition), from, to, max_examples];
  const compared = [baseline?.rule_id, baseline?.version, baseline && JSON.stringify(baseline.definition)];
  return [backtest_id, tenant_id, ...what, shownActor(data), started_at, revision, ...compared];
}

function ended(data: BacktestEnded, revision: number): unknown[] {
  const { backtest_id, outcome, ended_at, reason, result, examples } = data;
  const figures = result && JSON.stringify(result);
  return [backtest_id, revision, outcome, shownActor(data), ended_at, reason, figures, JSON.stringify(examples)];
}

function auditedIn({ type, data }: BacktestEvent) {
  const about = { subject_type: 'backtest' as const, subject_id: data.backtest_id, actor: data.actor };
  if (type === 'BacktestStarted') {
    const { from, to, definition } = data;
    return { ...about, action: 'backtest.started', data: { name: definition.name, from, to }, at: data.started_at };
  }
  return { ...about, action: `backtest.${data.outcome}`, data: {}, at: data.ended_at };
}

export const BACKTEST_AUDIT = auditedBy(TRAILS.pipeline, (event: RecordedBacktestEvent) =>
  auditOf(event, auditedIn(event)),
);
