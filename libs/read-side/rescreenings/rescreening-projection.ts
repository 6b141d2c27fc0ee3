import {
  RESCREENING_STREAM_PREFIX,
  type RescreeningEvent,
  type ScorerRescreeningEnded,
} from '@probity/contracts/rescreenings/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { type AuditEntry, auditOf, recordAudit } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedRescreeningEvent = RecordedEvent & RescreeningEvent;

/**
 * ON CONFLICT names no column on purpose: with (id), a concurrent insert of the same row can fail on the other unique
 * index of the table.
 */
const INTRODUCE = `
  INSERT INTO pipeline.scorer_versions (id, version, introduced_at, revision) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`;
const START = `
  INSERT INTO pipeline.scorer_rescreenings (id, tenant_id, scorer_version, total, started_at, revision)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;
/** With the counts of the event, because a rebuilt row has none. */
const END = `
  UPDATE pipeline.scorer_rescreenings SET revision = $2, outcome = $3, error = $4, ended_at = $5, screened = $6,
    matched = $7, critical = $8, high = $9, medium = $10, low = $11
  WHERE id = $1 AND revision = $2 - 1`;
/** A stream has a row in one of them. */
const ROWS = ['pipeline.scorer_rescreenings', 'pipeline.scorer_versions'].map((table) => ({
  table,
  prefix: RESCREENING_STREAM_PREFIX,
}));
const REFLECTED = 'SELECT revision FROM pipeline.scorer_rescreenings WHERE id = $1';
const VERSION_REFLECTED = 'SELECT revision FROM pipeline.scorer_versions WHERE id = $1';
const COUNTS = ['screened', 'matched', 'critical', 'high', 'medium', 'low'];
const POSITION = ['stepped_at', 'last_created_at', 'last_customer_id', 'attempts'];
export const RESCREENING_TABLES: ProjectedTables = {
  replaced: [
    {
      table: 'pipeline.scorer_rescreenings',
      work: { columns: [...COUNTS, ...POSITION], while: 't.ended_at IS NULL' },
    },
    { table: 'pipeline.scorer_versions' },
  ],
  completed: [],
};

/**
 * Applies the events of one version of the scorer, or of one rescreening with it, to the read side. The row has the last
 * projected revision, so an event that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectRescreeningEvents(sql: Sql, events: RecordedRescreeningEvent[]): Promise<void> {
  for (const event of events) {
    if (event.isForeign) {
      for (const row of ROWS) await passOver(sql, row, event);
      continue;
    }
    const isNew = await advance(sql, event);
    if (!isNew) await refuseGap(sql, reflected(event), event.data.rescreening_id, event);
    const entry = isNew && rescreeningAudit(event);
    if (entry) await recordAudit(sql, 'pipeline', entry);
  }
}

const reflected = ({ type }: RescreeningEvent): string => (type === 'ScorerIntroduced' ? VERSION_REFLECTED : REFLECTED);

async function advance(sql: Sql, { type, data, revision }: RecordedRescreeningEvent): Promise<boolean> {
  if (type === 'ScorerRescreeningEnded') return (await sql.query(END, ended(data, revision))).rowCount === 1;
  const { rescreening_id: id, scorer_version } = data;
  const { rowCount } =
    type === 'ScorerIntroduced'
      ? await sql.query(INTRODUCE, [id, scorer_version, data.introduced_at, revision])
      : await sql.query(START, [id, data.tenant_id, scorer_version, data.customers, data.started_at, revision]);
  return rowCount === 1;
}

/** Why staff cancelled it is in the audit trail, like the reason for any other change. */
function ended(data: ScorerRescreeningEnded, revision: number): unknown[] {
  const { rescreening_id, outcome, actor, reason, ended_at, screened, matched, by_severity } = data;
  const { critical, high, medium, low } = by_severity;
  const error = actor === 'system' ? reason : null;
  return [rescreening_id, revision, outcome, error, ended_at, screened, matched, critical, high, medium, low];
}

function auditedIn({ type, data }: Exclude<RescreeningEvent, { type: 'ScorerIntroduced' }>) {
  const { rescreening_id, scorer_version } = data;
  const about = { subject_type: 'rescreening' as const, subject_id: rescreening_id };
  if (type === 'ScorerRescreeningStarted') {
    const { customers, started_at: at } = data;
    return { ...about, action: 'rescreening.started', actor: 'system', data: { scorer_version, customers }, at };
  }
  const { outcome, actor, screened, ended_at: at } = data;
  return { ...about, action: `rescreening.${outcome}`, actor, data: { scorer_version, screened }, at };
}

function rescreeningAudit(event: RecordedRescreeningEvent): AuditEntry | undefined {
  return event.type === 'ScorerIntroduced' ? undefined : auditOf(event, auditedIn(event));
}

export const RESCREENING_AUDIT = auditedBy(TRAILS.pipeline, rescreeningAudit);
