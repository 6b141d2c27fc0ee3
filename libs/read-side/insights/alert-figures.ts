/** What is counted of the alerts of a day. The key of each says of what; `time_<severity>` has minutes as its key. */
export type Figure =
  | 'raised'
  | 'raised_by_rule'
  | 'raised_by_list'
  | 'decided'
  | 'decided_by_rule'
  | 'dismissed_by_rule'
  | 'decided_by_list'
  | 'dismissed_by_list'
  | 'decided_by'
  | `time_${string}`;

/**
 * Minutes to a decision, rounded up: to minutes up to ten of them, then to 5 minutes (an hour), 15 minutes (6 hours),
 * hours (2 days) and days. So a day has few different ones.
 */
const ROUNDED = `
  CASE WHEN m <= 10 THEN greatest(ceil(m), 1) WHEN m <= 60 THEN ceil(m / 5) * 5 WHEN m <= 360 THEN ceil(m / 15) * 15
    WHEN m <= 2880 THEN ceil(m / 60) * 60 ELSE ceil(m / 1440) * 1440 END::int::text`;

const counted = (figure: string, key: string, from: string, condition: string, label = 'NULL'): string =>
  `SELECT day, ${figure} AS figure, ${key} AS key, ${label} AS label, sum(n)::int AS alerts FROM ${from}
   WHERE ${condition} GROUP BY 1, 2, 3`;

/**
 * Counts the alerts of tenant $1 that were raised or decided from $2 up to $3, which begin days: rows of `day`, `figure`,
 * `key`, `label` (the name of a person) and `alerts`.
 */
export const FIGURES = `
  WITH r AS MATERIALIZED (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, source, rule_id, list, count(*) AS n
    FROM customer_risk.alerts WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1, 2, 3, 4
  ), a AS MATERIALIZED (
    SELECT (decided_at AT TIME ZONE 'UTC')::date AS day, status, resolution, rule_id, list, severity, decided_by,
      coalesce(decided_by_id, '') AS decided_by_id, extract(epoch FROM decided_at - created_at) / 60 AS m
    FROM customer_risk.alerts WHERE tenant_id = $1 AND decided_at >= $2 AND decided_at < $3
  ), d AS MATERIALIZED (
    SELECT day, status, resolution, rule_id, list, count(*) AS n FROM a GROUP BY 1, 2, 3, 4, 5
  ), p AS (SELECT day, decided_by_id, decided_by, 1 AS n FROM a),
  t AS (SELECT day, severity, ${ROUNDED} AS minutes, 1 AS n FROM a)
  ${counted("'raised'", 'source', 'r', 'true')}
  UNION ALL ${counted("'raised_by_rule'", 'rule_id::text', 'r', 'rule_id IS NOT NULL')}
  UNION ALL ${counted("'raised_by_list'", 'list', 'r', 'list IS NOT NULL')}
  UNION ALL ${counted("'decided'", "CASE WHEN status = 'dismissed' THEN status ELSE resolution END", 'd', 'true')}
  UNION ALL ${counted("'decided_by_rule'", 'rule_id::text', 'd', 'rule_id IS NOT NULL')}
  UNION ALL ${counted("'dismissed_by_rule'", 'rule_id::text', 'd', "rule_id IS NOT NULL AND status = 'dismissed'")}
  UNION ALL ${counted("'decided_by_list'", 'list', 'd', 'list IS NOT NULL')}
  UNION ALL ${counted("'dismissed_by_list'", 'list', 'd', "list IS NOT NULL AND status = 'dismissed'")}
  UNION ALL ${counted("'decided_by'", "CASE decided_by_id WHEN '' THEN 'name ' || decided_by ELSE decided_by_id END", 'p', 'true', 'max(decided_by)')}
  UNION ALL ${counted("'time_' || severity", 'minutes', 't', 'true')}`;
