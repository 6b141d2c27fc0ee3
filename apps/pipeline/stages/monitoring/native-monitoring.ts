import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import { inCooldown } from '@probity/monitoring/cooldown';
import type { Evidence } from '@probity/monitoring/evidence';
import type { RuleContext } from '@probity/monitoring/rule-context';
import type { RuleDefinition } from '@probity/monitoring/rule-definition';
import { derivedId } from '@probity/platform/ids';
import type { MonitoredEvent, MonitoringFindings, MonitoringRules, MonitoringStage } from './monitoring-stage';

/**
 * Evaluates the rules on one event. A matching active rule raises an alert, unless its last alert is younger than
 * the cooldown; a matching shadow rule only stores evidence.
 */
function monitor(
  { rules, byId }: MonitoringRules,
  makeContext: () => RuleContext,
  event: MonitoredEvent,
  alerted: Record<string, string>,
): MonitoringFindings {
  const context = makeContext();
  const hits: Record<string, unknown>[] = [];
  const alerts: AlertToRaise[] = [];
  let nowAlerted = alerted;
  let evaluated = 0;
  for (const outcome of rules.evaluate(context)) {
    evaluated++;
    if (!outcome.hit) continue;
    const { rule_id, evidence } = outcome;
    const { version, mode, definition } = byId.get(rule_id)!;
    const last = alerted[rule_id];
    const cooling = inCooldown(
      last === undefined ? null : Date.parse(last),
      context.at,
      rules.get(rule_id)!.cooldownMs,
    );
    const isAlert = mode === 'active' && !cooling;
    hits.push({
      rule_id,
      rule: definition.name,
      version,
      mode,
      result: isAlert ? 'alert' : mode === 'shadow' ? 'shadow' : 'cooling_down',
      // The evidence of an alert is stored with the alert.
      ...(isAlert ? { alert_id: alertId(event.event_id, rule_id) } : { evidence }),
    });
    if (!isAlert) continue;
    alerts.push(alertOf(rule_id, version, definition, evidence, event));
    nowAlerted = { ...nowAlerted, [rule_id]: new Date(context.at).toISOString() };
  }
  const stage: StageOutcome = {
    stage: 'monitoring',
    mode: 'native',
    result: alerts.length > 0 ? 'alert' : hits.length > 0 ? 'hit' : 'clear',
    evidence: { rules: evaluated, ...(hits.length > 0 ? { hits } : {}) },
  };
  return { stage, alerts, alerted: nowAlerted };
}

/** Derived from the rule and the event, so that an event that is processed again raises no second alert. */
const alertId = (eventId: string, ruleId: string): string => derivedId(eventId, `monitoring:${ruleId}`);

function alertOf(
  ruleId: string,
  version: number,
  definition: RuleDefinition,
  evidence: Evidence,
  event: MonitoredEvent,
): AlertToRaise {
  return {
    alert_id: alertId(event.event_id, ruleId),
    source: 'monitoring',
    alert_type: definition.alert_type,
    severity: definition.severity,
    title: definition.title,
    trigger_ref: event.trigger_ref,
    metadata: { source: 'native', rule_id: ruleId, rule: definition.name, reason: definition.reason, ...event.facts },
    evidence: { rule_id: ruleId, rule_version: version, definition, ...evidence },
  };
}

/** Probity evaluates the tenant's rules. */
export const nativeMonitoring: MonitoringStage = { monitor };
