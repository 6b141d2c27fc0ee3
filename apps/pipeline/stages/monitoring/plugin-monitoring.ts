import { alertOfFinding } from '../../providers/provider-alerts';
import type { ProviderCalls } from '../../providers/provider-calls';
import { type ProvidedStage, type StageHealth, withFallback } from '../degraded-stage';
import type { MonitoredEvent, MonitoringFindings, MonitoringStage } from './monitoring-stage';

/** A provider decides on each event. */
export const pluginMonitoring = (
  provided: ProvidedStage,
  calls: ProviderCalls,
  health: StageHealth,
  native: MonitoringStage,
): MonitoringStage => ({
  monitor: (rules, evaluate, event, alerted) =>
    withFallback(
      health,
      provided,
      async () => ({ ...(await ask(event, provided, calls)), alerted }),
      async (degraded) => {
        if (degraded.fallback === 'none') {
          const stage = { stage: 'monitoring', mode: 'plugin', result: 'unavailable', evidence: { degraded } } as const;
          return { alerts: [], stage, alerted };
        }
        const instead = await native.monitor(rules, evaluate, event, alerted);
        return { ...instead, stage: { ...instead.stage, evidence: { ...instead.stage.evidence, degraded } } };
      },
    ),
});

async function ask(
  { event, customer, at, evidence_bytes: _ofRules, ...trigger }: MonitoredEvent,
  { tenant_id, provider }: ProvidedStage,
  calls: ProviderCalls,
): Promise<Omit<MonitoringFindings, 'alerted'>> {
  const { id, profile, kyc_status } = customer;
  const { findings, evidence, provenance, cached } = await calls.call(tenant_id, 'monitoring', provider.plugin, {
    customer: { id, profile, kyc_status },
    event: {
      id: event.event_id,
      type: event.event_type,
      occurred_at: new Date(at).toISOString(),
      payload: event.payload,
    },
  });
  const alerts = findings.flatMap((finding) => alertOfFinding(id, finding, provenance, trigger) ?? []);
  return {
    alerts,
    stage: {
      stage: 'monitoring',
      mode: 'plugin',
      result: alerts.length > 0 ? 'alert' : 'clear',
      evidence: { provider: provider.plugin, ...provenance, cached, ...evidence },
    },
  };
}
