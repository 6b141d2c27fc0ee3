import type { Rescreening } from '@probity/contracts/rescreenings/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';

const OF_BOTH =
  'id, tenant_id, total, screened, matched, critical, high, medium, low, started_at, ended_at, error, outcome';
const BY_STAFF = `
  SELECT ${OF_BOTH}, preview, threshold, reason, started_by, NULL::integer AS scorer_version FROM pipeline.rescreenings`;
const WITH_A_NEW_SCORER = `
  SELECT ${OF_BOTH}, false, NULL, 'the first start with version ' || scorer_version || ' of the scorer', 'system',
    scorer_version
  FROM pipeline.scorer_rescreenings`;
const SELECT = `
  SELECT id, coalesce(outcome, 'running') AS status, preview, threshold, total, screened, matched,
    critical + high + medium + low AS alerts,
    json_build_object('critical', critical, 'high', high, 'medium', medium, 'low', low) AS by_severity,
    scorer_version, reason, started_by, started_at, ended_at, error
  FROM (${BY_STAFF} UNION ALL ${WITH_A_NEW_SCORER}) AS r WHERE tenant_id = $1`;

/** Reads screenings of all customers. Every query is restricted to one tenant. */
export class RescreeningQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  rescreenings(tenantId: string, page: Page): Promise<Rescreening[]> {
    return listViews(this.sql, SELECT, [tenantId], { order: 'started_at DESC, id DESC', page });
  }

  rescreening(tenantId: string, id: string): Promise<Rescreening | undefined> {
    return readView(this.sql, `${SELECT} AND id = $2`, [tenantId, id]);
  }
}
