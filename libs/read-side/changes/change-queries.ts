import type { Sql } from '@probity/persistence/database';

/** What was noted about one tenant, or with null about all. */
export interface NotedChange {
  tenant_id: string | null;
  subject_type: string;
}

export interface NotedChanges {
  /** the point in time of the query, for the next one; a pg_snapshot as text */
  snapshot: string;
  changes: NotedChange[];
}

const NOW = 'SELECT pg_current_snapshot()::text AS snapshot';
/**
 * What this statement sees and the earlier snapshot did not, whatever the order of the commits: nothing is missed when a
 * transaction that began earlier commits later, and a long transaction delays no other.
 */
const SINCE = `
  SELECT pg_current_snapshot()::text AS snapshot, coalesce((
    SELECT json_agg(DISTINCT jsonb_build_object('tenant_id', c.tenant_id, 'subject_type', c.subject_type))
    FROM platform.changes c
    WHERE c.transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
      AND c.transaction_id < pg_snapshot_xmax(pg_current_snapshot()) -- rows of a dump may have higher ids
      AND NOT pg_visible_in_snapshot(c.transaction_id, $1::pg_snapshot)
      AND (c.tenant_id = ANY ($2::uuid[]) OR c.tenant_id IS NULL)), '[]'::json) AS changes`;
const FORGET = `
  DELETE FROM platform.changes
  WHERE transaction_id < pg_snapshot_xmax($1::pg_snapshot) AND pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)`;

/** Reads what changed lately. */
export class ChangeQueries {
  constructor(private readonly sql: Sql) {}

  /** A point in time to ask about later. */
  async snapshot(): Promise<string> {
    const { rows } = await this.sql.query<{ snapshot: string }>(NOW);
    return rows[0]!.snapshot;
  }

  /**
   * What changed since a snapshot in these tenants, each once.
   *
   * @param snapshot newer than every snapshot for which forgetBefore was called
   */
  async since(snapshot: string, tenantIds: string[]): Promise<NotedChanges> {
    const { rows } = await this.sql.query<NotedChanges>(SINCE, [snapshot, tenantIds]);
    return rows[0]!;
  }

  /** Forgets what could be read at the time of this snapshot. */
  async forgetBefore(snapshot: string): Promise<void> {
    await this.sql.query(FORGET, [snapshot]);
  }
}
