import type { SimilarAlert, SimilarAlerts, Similarity } from '@probity/contracts/alerts/similar-views';
import type { Sql } from '@probity/persistence/database';
import { readView } from '../views';

/** Alerts of one similarity that are counted. */
const MAX_COUNTED = 1_000;
/** Alerts of the customer, or with the same rule or list entry, that are looked at. */
const MAX_LOOKED_AT = 5_000;
const SHOWN = 10;

/** What an alert has in common with others. */
interface Common {
  id: string;
  customer_id: string;
  rule_id: string | null;
  list: string | null;
  entry_id: string | null;
  group_id: string | null;
}

const COMMON = `
  SELECT id, customer_id, rule_id, list, entry_id, group_id FROM customer_risk.alerts WHERE tenant_id = $1 AND id = $2`;

const TABLE = 'customer_risk.alerts a';
const NEWEST = 'ORDER BY a.created_at DESC, a.id DESC';

interface Question {
  similarity: Similarity;
  /** the range of an index to look at */
  range: string;
  /** which of the looked at alerts count */
  counts: string;
  values: unknown[];
}

/** $2 is the alert, $3 its customer. */
function questionsOf({ rule_id, list, entry_id, group_id }: Common): Question[] {
  const questions: Question[] = [];
  const ofCustomer = (counts: string, ...values: unknown[]) =>
    questions.push({ similarity: 'customer', range: 'a.customer_id = $3', counts, values });
  const ofOthers = (similarity: Similarity, range: string, ...values: unknown[]) =>
    questions.push({ similarity, range, counts: 'a.customer_id <> $3', values });
  if (rule_id !== null) {
    ofCustomer('a.rule_id = $4', rule_id);
    ofOthers('rule', 'a.rule_id = $4', rule_id);
  }
  if (list !== null && entry_id !== null) {
    ofCustomer('a.list = $4 AND a.entry_id = $5', list, entry_id);
    if (group_id !== null) ofOthers('party', 'a.group_id = $4', group_id);
    ofOthers('entry', 'a.list = $4 AND a.entry_id = $5', list, entry_id);
  }
  return questions;
}

const statement = ({ range, counts }: Question): string => `
  WITH looked_at AS MATERIALIZED (
    SELECT a.id, a.customer_id, a.status, a.resolution, a.created_at, a.rule_id, a.list, a.entry_id FROM ${TABLE}
    WHERE a.tenant_id = $1 AND ${range} ${NEWEST} LIMIT ${MAX_LOOKED_AT}),
  counted AS (
    SELECT * FROM looked_at a WHERE a.id <> $2 AND ${counts} ${NEWEST} LIMIT ${MAX_COUNTED + 1}),
  kept AS (SELECT * FROM counted a ${NEWEST} LIMIT ${MAX_COUNTED})
  SELECT (SELECT count(*) FROM looked_at)::int AS looked_at, (SELECT count(*) FROM counted)::int AS counted,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT CASE WHEN status = 'dismissed' THEN status WHEN status = 'resolved' THEN coalesce(resolution, 'handled')
          ELSE 'active' END AS outcome, count(*) AS alerts
      FROM kept GROUP BY 1 ORDER BY 2 DESC, 1) x) AS outcomes,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT a.id, a.customer_id,
        (SELECT coalesce(c.profile->>'full_name', c.profile->>'business_name', c.profile->>'email')
          FROM customer_risk.customers c
          WHERE c.tenant_id = $1 AND c.id = a.customer_id AND c.restricted_at IS NULL) AS customer_name,
        a.severity, a.title, a.status, a.resolution, a.created_at, a.decided_at, a.decided_by,
        a.decisions->-1->>'reason' AS reason
      FROM (SELECT id FROM kept a ${NEWEST} LIMIT ${SHOWN}) newest JOIN ${TABLE} USING (id) ${NEWEST}) x) AS newest`;

interface Row {
  looked_at: number;
  counted: number;
  outcomes: SimilarAlerts['outcomes'];
  newest: SimilarAlert[];
}

/** Reads alerts that have something in common with an alert. Every query is restricted to one tenant. */
export class SimilarAlertQueries {
  constructor(private readonly sql: Sql) {}

  /** Only what there is to compare: a rule, or a list entry. Undefined when the tenant has no such alert. */
  async of(tenantId: string, alertId: string): Promise<SimilarAlerts[] | undefined> {
    const common = await readView<Common>(this.sql, COMMON, [tenantId, alertId]);
    if (!common) return undefined;
    return Promise.all(questionsOf(common).map((question) => this.ask(tenantId, common, question)));
  }

  private async ask(tenantId: string, { id, customer_id }: Common, question: Question): Promise<SimilarAlerts> {
    const values = [tenantId, id, customer_id, ...question.values];
    const { looked_at, counted, outcomes, newest } = (await readView<Row>(this.sql, statement(question), values))!;
    return {
      similarity: question.similarity,
      alerts: Math.min(counted, MAX_COUNTED),
      is_complete: counted <= MAX_COUNTED && looked_at < MAX_LOOKED_AT,
      outcomes,
      newest: newest.map((alert) => ({
        ...alert,
        created_at: new Date(alert.created_at).toISOString(),
        decided_at: alert.decided_at === null ? null : new Date(alert.decided_at).toISOString(),
      })),
    };
  }
}
