import type { Finding, MonitoringRequest } from '../../stage-call';

/** The key names the event: if Probity sends the request again, Acme Check may make a second decision on it. */
export const declined = ({ event }: MonitoringRequest, rule: string): Finding => ({
  alert: { key: `decision:${event.id}`, alert_type: 'provider_decision', severity: 'high', title: `Declined: ${rule}` },
  metadata: { rule },
});
