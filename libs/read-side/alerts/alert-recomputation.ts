import type { Recomputation } from '@probity/contracts/alerts/recompute-views';
import { thresholdFor } from '@probity/contracts/settings/screening-thresholds';
import { OWN_LIST, ownListStream, sharedListStream } from '@probity/contracts/watchlists/events';
import type { Sql } from '@probity/persistence/database';
import type { ListEntry } from '@probity/screening/list-entry';
import { RuleQueries } from '../monitoring-rules/rule-queries';
import { SettingsQueries } from '../settings/settings-queries';
import { readView } from '../views';
import { type MatchEvidence, matchEvidence, recomputeMatch } from './recompute-match';
import { recomputeRule, ruleEvidence } from './recompute-rule';

const ALERT = `SELECT source, evidence FROM customer_risk.alerts WHERE tenant_id = $1 AND id = $2`;
const LIST = 'SELECT version FROM pipeline.watchlists WHERE stream = $1';
const ENTRY = `
  SELECT content FROM pipeline.watchlist_entries WHERE stream = $1 AND entry_id = $2 AND removed_at IS NULL`;

interface AlertRow {
  source: string;
  evidence: Record<string, unknown>;
}

/** Repeats the decision of one alert with the lists, rules and settings of today. Changes nothing. */
export class AlertRecomputation {
  private readonly settings: SettingsQueries;
  private readonly rules: RuleQueries;

  constructor(private readonly sql: Sql) {
    this.settings = new SettingsQueries(sql);
    this.rules = new RuleQueries(sql);
  }

  /** Undefined when the tenant has no such alert. The work is one comparison, or one rule without its history. */
  async of(tenantId: string, alertId: string): Promise<Recomputation | undefined> {
    const alert = await readView<AlertRow>(this.sql, ALERT, [tenantId, alertId]);
    if (!alert) return undefined;
    const match = alert.source === 'screening' ? matchEvidence(alert.evidence) : undefined;
    if (match) return this.match(tenantId, match);
    const rule = alert.source === 'monitoring' ? ruleEvidence(alert.evidence) : undefined;
    if (rule) return recomputeRule(rule, await this.rules.rule(tenantId, rule.rule_id));
    return { raises: null, match: null, rule: null, differences: [NOTHING] };
  }

  private async match(tenantId: string, recorded: MatchEvidence): Promise<Recomputation> {
    const { list, id } = recorded.entry;
    const stream = list === OWN_LIST ? ownListStream(tenantId) : sharedListStream(list);
    const [entry, version, { settings }] = await Promise.all([
      readView<{ content: Omit<ListEntry, 'list' | 'id'> }>(this.sql, ENTRY, [stream, id]),
      readView<{ version: number }>(this.sql, LIST, [stream]),
      this.settings.current(tenantId),
    ]);
    const { schema } = entry?.content ?? recorded.entry;
    return recomputeMatch(recorded, {
      entry: entry && { list, id, ...entry.content },
      list_version: version?.version ?? null,
      threshold: thresholdFor(settings.screening, { list, schema, subject: recorded.subject_role }),
    });
  }
}

const NOTHING =
  'it cannot be repeated: the alert has no evidence of a match or a rule of Probity, for example because a provider ' +
  'found it, the evidence was too large, or the data were erased';
