import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { Sql } from '@probity/persistence/database';
import type { PendingEvent } from './claim';

const STORE = `
  INSERT INTO pipeline.shadow_hits (rule_id, event_id, tenant_id, version, customer_id, at)
  SELECT rule_id, event_id, tenant_id, version, customer_id, at
  FROM json_to_recordset($1) AS h (rule_id uuid, event_id uuid, tenant_id uuid, version int, customer_id uuid,
    at timestamptz)
  ON CONFLICT DO NOTHING`;

/** The parts of an outcome that are read here. */
interface Monitored {
  event: PendingEvent;
  stages: StageOutcome[];
  occurred_at: number;
}

interface Hit {
  rule_id: string;
  version: number;
  result: string;
}

const hitsOf = (stages: StageOutcome[]): Hit[] =>
  stages.flatMap(({ stage, evidence }) =>
    stage === 'monitoring' ? ((evidence as { hits?: Hit[] } | null | undefined)?.hits ?? []) : [],
  );

/** The rules that raised an alert for an event, and when, as ISO times. */
export function alertedBy({ stages, occurred_at }: Pick<Monitored, 'stages' | 'occurred_at'>): Record<string, string> {
  const alerts = hitsOf(stages).filter(({ result }) => result === 'alert');
  return Object.fromEntries(alerts.map(({ rule_id }) => [rule_id, new Date(occurred_at).toISOString()]));
}

/** Stores which events rules in shadow mode matched, so that they can be counted without reading every outcome. */
export async function storeShadowHits(sql: Sql, outcomes: Monitored[]): Promise<void> {
  const hits = outcomes.flatMap(({ event, stages, occurred_at }) =>
    hitsOf(stages)
      .filter(({ result }) => result === 'shadow')
      .map(({ rule_id, version }) => {
        const { event_id, tenant_id, customer_id } = event;
        return { rule_id, version, event_id, tenant_id, customer_id, at: new Date(occurred_at).toISOString() };
      }),
  );
  if (hits.length > 0) await sql.query(STORE, [JSON.stringify(hits)]);
}
