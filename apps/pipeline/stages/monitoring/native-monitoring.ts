import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { EventType, StageOutcome } from '@probity/contracts/pipeline/views';
import { comparesUnconverted } from '@probity/monitoring/comparable-amounts';
import { inCooldown } from '@probity/monitoring/cooldown';
import { parseDuration } from '@probity/monitoring/duration';
import type { RuleDefinition } from '@probity/monitoring/rule-definition';
import type { Stopped } from '@probity/monitoring/rule-set';
import { derivedId } from '@probity/platform/ids';
import { type Evaluated, MAX_HISTORY } from '../../evaluation/evaluation';
import type { TenantRuleSet } from '../../monitoring-rules/tenant-rules';
import { FindingsSize } from './findings-size';
import type { AmountKind, MonitoredEvent, MonitoringFindings, MonitoringStage } from './monitoring-stage';

/** Learns about the evaluation of every event. */
export interface RuleWatch {
  evaluated(tenantId: string, rules: TenantRuleSet, eventType: EventType, evaluated: Evaluated): void;
}

/** Learns what rules did with the amount of every transaction. */
export interface AmountWatch {
  observed(tenantId: string, rules: TenantRuleSet, amount: AmountKind, readers: AmountReaders): Promise<void>;
}

/** The ids of the rules that read an amount that is not comparable: rules that compared it, and rules that did not. */
export interface AmountReaders {
  compared_by: string[];
  unknown_to: string[];
}

function readersOf({ byId }: TenantRuleSet, { amount_readers = [] }: Evaluated): AmountReaders {
  const compares = (id: string): boolean => comparesUnconverted(byId.get(id)!.definition);
  return {
    compared_by: amount_readers.filter(compares),
    unknown_to: amount_readers.filter((id) => !compares(id)),
  };
}

/**
 * A matching active rule raises an alert, unless its last alert is younger than the cooldown; a matching shadow rule
 * only stores evidence. The outcome names the rules that were stopped: the event may match them. It also says that an
 * amount is not comparable, and what the rules did with it.
 */
function findingsOf(
  { byId }: TenantRuleSet,
  { outcomes, rules: evaluated }: Evaluated,
  event: MonitoredEvent,
  readers: AmountReaders,
  alerted: Record<string, string>,
): MonitoringFindings {
  const hits: Record<string, unknown>[] = [];
  const stopped: Record<string, unknown>[] = [];
  const alerts: AlertToRaise[] = [];
  const size = new FindingsSize(event.evidence_bytes);
  let nowAlerted = alerted;
  for (const outcome of outcomes) {
    const { rule_id } = outcome;
    const { version, mode, definition } = byId.get(rule_id)!;
    const about = { rule_id, rule: definition.name, version, mode };
    if (!outcome.hit) {
      stopped.push({ ...about, ...limitOf(outcome.stopped) });
      continue;
    }
    const last = alerted[rule_id];
    const cooldownMs = parseDuration(definition.cooldown) ?? null;
    const cooling = inCooldown(last === undefined ? null : Date.parse(last), event.at, cooldownMs);
    const isAlert = mode === 'active' && !cooling;
    const alert_id = alertId(event.event.event_id, rule_id);
    hits.push({
      ...about,
      result: isAlert ? 'alert' : mode === 'shadow' ? 'shadow' : 'cooling_down',
      // The evidence of an alert is stored with the alert.
      ...(isAlert ? { alert_id } : { evidence: size.fit(outcome.evidence, rule_id, version) }),
    });
    if (!isAlert) continue;
    const evidence = { rule_id, rule_version: version, definition, ...outcome.evidence };
    alerts.push(alertOf(alert_id, definition, size.fit(evidence, rule_id, version), rule_id, event));
    nowAlerted = { ...nowAlerted, [rule_id]: new Date(event.at).toISOString() };
  }
  const found = alerts.length > 0 ? 'alert' : hits.length > 0 ? 'hit' : 'clear';
  const stage: StageOutcome = {
    stage: 'monitoring',
    mode: 'native',
    result: found === 'clear' && stopped.length > 0 ? 'incomplete' : found,
    evidence: {
      rules: evaluated,
      ...(hits.length > 0 ? { hits } : {}),
      ...(stopped.length > 0 ? { stopped } : {}),
      ...(event.amount && !event.amount.comparable ? { unconverted_amount: unconverted(event.amount, readers) } : {}),
    },
  };
  return { stage, alerts, alerted: nowAlerted };
}

/** Which limit stopped a rule. */
const limitOf = (stopped: Stopped | undefined) =>
  stopped === 'history' ? { history_limit: MAX_HISTORY } : { time_limit: stopped };

const unconverted = ({ currency, reference_currency }: AmountKind, readers: AmountReaders) => ({
  currency,
  reference_currency,
  ...readers,
});

/** Derived from the rule and the event, so that an event that is processed again raises no second alert. */
const alertId = (eventId: string, ruleId: string): string => derivedId(eventId, `monitoring:${ruleId}`);

function alertOf(
  alert_id: string,
  { alert_type, severity, title, name, reason }: RuleDefinition,
  evidence: object,
  rule_id: string,
  event: MonitoredEvent,
): AlertToRaise {
  return {
    alert_id,
    source: 'monitoring',
    alert_type,
    severity,
    title,
    trigger_ref: event.trigger_ref,
    metadata: { source: 'native', rule_id, rule: name, reason, ...event.facts },
    evidence: { ...evidence },
  };
}

/** Probity evaluates the tenant's rules. */
export const nativeMonitoring = (watch: RuleWatch, amounts: AmountWatch): MonitoringStage => ({
  async monitor(rules, evaluate, event, alerted) {
    const evaluated = await evaluate();
    const { tenant_id, event_type } = event.event;
    watch.evaluated(tenant_id, rules, event_type, evaluated);
    const readers = readersOf(rules, evaluated);
    if (event.amount) await amounts.observed(tenant_id, rules, event.amount, readers);
    return findingsOf(rules, evaluated, event, readers, alerted);
  },
});
