import type { Sql } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { CheckpointCopied } from './checkpoint-copies';
import type { CopyTarget } from './copy-target';
import type { LogRow } from './own-log';

const LOGS_AT_ONCE = 100;
/** The clocks of two processes may differ so much. */
const CLOCKS_DIFFER_MS = 60_000;
/** A copy of more than the log has, or made in the future, counts as not made. */
const COLUMNS = `
  SELECT l.log, l.tree_size::float8 AS size, l.checkpoint AS note, l.revision::float8 AS revision,
    c.tree_size::float8 AS copied_size, c.log_revision::float8 AS copied_revision, c.copied_at,
    s.log IS NOT NULL AND c.log IS NULL AS is_contradicted
  FROM notary.logs l LEFT JOIN notary.copies s ON s.log = l.log AND s.kind = $1 AND s.name = $2
  LEFT JOIN LATERAL (
    SELECT s.* WHERE s.tree_size <= l.tree_size AND s.log_revision <= l.revision AND s.copied_at <= $3
  ) c ON true
  WHERE l.checkpoint IS NOT NULL`;
const GOES_ON = 'NOT EXISTS (SELECT FROM notary.stopped_logs WHERE stopped_logs.log = l.log)';
const WAITING = `${COLUMNS} AND ${GOES_ON} AND (c.log IS NULL OR c.tree_size < l.tree_size) AND NOT l.log = ANY($5)
  ORDER BY l.log = ANY($4), c.copied_at NULLS FIRST, l.log LIMIT ${LOGS_AT_ONCE}`;
const IN_ORDER = `${COLUMNS} AND ${GOES_ON} AND l.log > $4 ORDER BY l.log LIMIT ${LOGS_AT_ONCE}`;
const ONE = `${COLUMNS} AND l.log = $4`;
const FORGET_OTHER = `
  DELETE FROM notary.copies WHERE log = $1 AND kind = $2 AND name = $3
    AND (tree_size, log_revision, copied_at) IS DISTINCT FROM ($4::bigint, $5::bigint, $6::timestamptz)`;

/** Reads logs with what one target has of them. Logs that have stopped are left out. */
export class CopiedLogs {
  constructor(
    private readonly sql: Sql,
    private readonly target: Pick<CopyTarget, 'kind' | 'name'>,
    private readonly now: Clock,
  ) {}

  /** Some logs that grew since their last copy, the one copied least recently first, and `last` last, without others. */
  waiting(last: string[], without: string[]): Promise<LogRow[]> {
    return this.read(WAITING, last, without);
  }

  /** The next logs, by their names. */
  after(log: string): Promise<LogRow[]> {
    return this.read(IN_ORDER, log);
  }

  /** Also a log that has stopped. */
  async find(log: string): Promise<LogRow | undefined> {
    return (await this.read(ONE, log))[0];
  }

  /**
   * Deletes the row of a log if it is not what the last event about it says: a forged revision would keep all later copies
   * from it. Returns whether it did; then the checkpoint counts as not copied.
   */
  async forgetOther({ log, kind, name, ...copied }: CheckpointCopied['data']): Promise<boolean> {
    const { tree_size, log_revision, copied_at } = copied;
    const { rowCount } = await this.sql.query(FORGET_OTHER, [log, kind, name, tree_size, log_revision, copied_at]);
    return rowCount === 1;
  }

  private async read(sql: string, ...values: unknown[]): Promise<LogRow[]> {
    const { kind, name } = this.target;
    const latest = new Date(this.now().getTime() + CLOCKS_DIFFER_MS);
    return (await this.sql.query<LogRow & Record<string, unknown>>(sql, [kind, name, latest, ...values])).rows;
  }
}
