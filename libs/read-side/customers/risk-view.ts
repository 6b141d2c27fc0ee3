import type { MatchedEntry } from '@probity/contracts/alerts/events';
import type { AlertView } from '@probity/contracts/alerts/views';
import type { CaseView } from '@probity/contracts/cases/views';
import type { Assessment } from '@probity/contracts/customers/events';
import { MAX_SHOWN_FINDINGS, MAX_SHOWN_SIGNALS } from '@probity/contracts/customers/limits';
import type { ProviderSignalView, RiskView, ScreeningResult } from '@probity/contracts/customers/risk-view';
import type { Sql } from '@probity/persistence/database';
import { complianceFlags } from '@probity/scoring/compliance-flags';
import { requiresEdd } from '@probity/scoring/edd';
import { ALERT_COLUMNS, IS_ACTIVE, SCORED_ALERTS, type ScoredAlert } from '../alerts/alert-queries';
import { CASE_COLUMNS } from '../cases/case-queries';
import { SettingsQueries } from '../settings/settings-queries';
import { readView } from '../views';
import { type CustomerFacts, customerView } from './customer-view';
import { scoredSince, scoringInput } from './scoring-input';
import { ScoringModels } from './scoring-models';

const SIGNAL_COLUMNS = `
  s.signal_id, s.plugin, s.plugin_version, s.event_source, s.occurred_at, s.kyc_status, s.kyc_reason AS reason,
  s.effect, s.metadata, s.payload_sha256, s.recorded_at`;

const newest = (id: string): string => `ORDER BY created_at DESC, ${id} DESC LIMIT ${MAX_SHOWN_FINDINGS}`;

/** One statement, so that all data of the view is from the same moment. */
const SNAPSHOT = `
  SELECT c.id, c.tenant_id, c.profile, c.kyc_status, c.risk_rating, c.created_at, c.updated_at, c.assessment,
    c.assessed_at, c.restricted_at, c.erased_at,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT ${ALERT_COLUMNS} FROM customer_risk.alerts a
      WHERE a.tenant_id = $1 AND a.customer_id = $2 AND ${IS_ACTIVE} ${newest('a.id')}) x) AS active_alerts,
    (SELECT count(*) FROM customer_risk.alerts a
      WHERE a.tenant_id = $1 AND a.customer_id = $2 AND ${IS_ACTIVE})::integer AS active_alert_count,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT ${CASE_COLUMNS} FROM customer_risk.cases c
      WHERE c.tenant_id = $1 AND c.customer_id = $2 AND c.status = 'open' ${newest('c.id')}) x) AS open_cases,
    (SELECT coalesce(json_agg(x), '[]') FROM (${SCORED_ALERTS}) x) AS scored_alerts,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT a.id, a.match, a.status, a.resolution, a.created_at,
        CASE WHEN a.source = 'plugin' THEN a.metadata->>'plugin' END AS plugin FROM customer_risk.alerts a
      WHERE a.tenant_id = $1 AND a.customer_id = $2 AND a.list IS NOT NULL ${newest('a.id')}) x) AS screening,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT ${SIGNAL_COLUMNS} FROM customer_risk.provider_signals s WHERE s.tenant_id = $1 AND s.customer_id = $2
      ORDER BY s.occurred_at DESC, s.signal_id DESC LIMIT ${MAX_SHOWN_SIGNALS}) x) AS provider_signals,
    (SELECT row_to_json(x) FROM (
      SELECT ${SIGNAL_COLUMNS} FROM customer_risk.provider_signals s
      WHERE s.tenant_id = $1 AND s.customer_id = $2 AND s.kyc_status IS NOT NULL
      ORDER BY s.occurred_at DESC, s.signal_id DESC LIMIT 1) x) AS provider_decision
  FROM customer_risk.customers c WHERE c.tenant_id = $1 AND c.id = $2 AND c.risk_rating IS NOT NULL`;

interface ScreeningRow {
  id: string;
  match: MatchedEntry;
  status: AlertView['status'];
  resolution: string | null;
  created_at: string;
  plugin: string | null;
}

interface Snapshot extends CustomerFacts {
  assessment: Assessment;
  assessed_at: string;
  active_alerts: AlertView[];
  active_alert_count: number;
  open_cases: CaseView[];
  scored_alerts: ScoredAlert[];
  screening: ScreeningRow[];
  provider_signals: ProviderSignalView[];
  provider_decision: ProviderSignalView | null;
}

/** Reads the risk view: all data about the risk of a customer at one moment. */
export class RiskViews {
  private readonly models: ScoringModels;

  constructor(private readonly sql: Sql) {
    this.models = new ScoringModels(new SettingsQueries(sql));
  }

  /**
   * @param now the time of the view; checks of dates use its day in UTC
   * @returns undefined when the tenant has no such customer
   */
  async of(tenantId: string, customerId: string, now: Date): Promise<RiskView | undefined> {
    const snapshot = await readView<Snapshot>(this.sql, SNAPSHOT, [tenantId, customerId, scoredSince(now)]);
    if (!snapshot) return undefined;
    const { assessment, assessed_at, scored_alerts, screening, ...rest } = snapshot;
    const { active_alerts, active_alert_count, open_cases, provider_signals, provider_decision, ...customer } = rest;
    const { profile, kyc_status } = customer;
    const model = await this.models.of(tenantId);
    const input = scoringInput(profile, kyc_status, scored_alerts, now);
    const edd = requiresEdd(input, assessment, model);
    return {
      customer: customerView(customer),
      risk: riskOf(assessment, assessed_at),
      active_alerts: active_alerts.map(withPlainTimes),
      active_alert_count,
      open_cases: open_cases.map(withPlainTimes),
      is_sanctioned: scored_alerts.some(makesSanctioned),
      requires_edd: edd.required,
      edd_reasons: edd.reasons,
      identity_verification: {
        status: kyc_status,
        provider: profile.kyc_provider ?? null,
        provider_ref: (customer.restricted_at === null && profile.kyc_provider_ref) || null,
        complete: input.kyc.complete,
        consistent: input.kyc.consistent,
        checks: input.kyc.checks,
        provider_decision: provider_decision && signalView(provider_decision),
      },
      screening_results: screening.map(screeningResult),
      compliance_flags: complianceFlags(input, assessment, edd, model),
      provider_signals: provider_signals.map(signalView),
      generated_at: now.toISOString(),
    };
  }
}

function riskOf(assessment: Assessment, assessed_at: string): RiskView['risk'] {
  const { composite_score, rating, reasons, model_version, ...factors } = assessment;
  return { composite_score, ...factors, rating, reasons, model_version, assessed_at };
}

/** Whether the alert is a confirmed hit on a sanctions list, for the customer or one of its beneficial owners. */
function makesSanctioned({ resolution, match }: ScoredAlert): boolean {
  return (
    resolution === 'confirmed_match' &&
    match !== null &&
    match.topics.includes('sanction') &&
    (match.subject === 'customer' || match.subject === 'beneficial_owner')
  );
}

function screeningResult({ id, match, created_at, plugin, ...alert }: ScreeningRow): ScreeningResult {
  const { part, ...known } = match;
  const subject = part ?? known.subject;
  const screened_at = plainTime(created_at);
  return { alert_id: id, ...known, subject, status: screeningStatus(alert), screened_at, plugin };
}

const signalView = (signal: ProviderSignalView): ProviderSignalView => ({
  ...signal,
  occurred_at: plainTime(signal.occurred_at),
  recorded_at: plainTime(signal.recorded_at),
});

function screeningStatus({ status, resolution }: Pick<ScreeningRow, 'status' | 'resolution'>) {
  if (status === 'open' || status === 'escalated') return 'potential_match';
  if (status === 'dismissed') return 'false_positive';
  return resolution === 'confirmed_match' ? 'confirmed_match' : 'handled';
}

const withPlainTimes = <View extends { created_at: string; updated_at: string }>(view: View): View => ({
  ...view,
  created_at: plainTime(view.created_at),
  updated_at: plainTime(view.updated_at),
});

/** Converts a time from JSON that Postgres made, which has an offset, to ISO 8601 in UTC. */
const plainTime = (time: string): string => new Date(time).toISOString();
