import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { derivedId } from '@probity/platform/ids';
import type { SignalAlert } from '@probity/contracts/providers/signal';
import type { Finding } from '@probity/providers/stage-call';

/** Where a finding comes from. It is in the metadata of the alert. */
export interface Provenance {
  plugin: string;
  plugin_version: string;
  /** the provider's type of event, or `call:<stage>` for a synchronous call */
  event_source: string;
  /** SHA-256 of the raw bytes that the provider sent, hex */
  payload_sha256: string;
}

/** What triggered the call, by which the institution recognises it. */
export interface Trigger {
  trigger_ref: string;
  facts: Record<string, unknown>;
}

/** What a provider found, as a call returns it and as a signal has it. */
export type FoundOrReported = Omit<Finding, 'alert'> & { alert?: SignalAlert };

/**
 * The alert that a provider's finding gives reason for. A rejection always does. The same key of the same plugin
 * gives the same alert of a customer, so that repeated findings raise one.
 */
export function alertOfFinding(
  customerId: string,
  finding: FoundOrReported,
  provenance: Provenance,
  { trigger_ref, facts }: Trigger,
): AlertToRaise | undefined {
  const alert = finding.alert ?? alertOfRejection(finding, provenance, trigger_ref);
  if (!alert) return undefined;
  const { key, alert_type, severity, title, match } = alert;
  return {
    alert_id: derivedId(customerId, `provider:${provenance.plugin}:${key}`),
    source: 'plugin',
    alert_type,
    severity,
    title,
    trigger_ref,
    metadata: { ...finding.metadata, ...facts, source: 'plugin', ...provenance, ...match },
    ...(match && { match }),
    evidence: { ...provenance, finding: { ...finding } },
  };
}

/** A call returns the same rejection for each event of the customer; a webhook reports a rejection once. */
function alertOfRejection(
  { kyc }: FoundOrReported,
  { plugin, event_source }: Provenance,
  trigger: string,
): SignalAlert | undefined {
  if (kyc?.status !== 'rejected') return undefined;
  return {
    key: `kyc.rejected:${event_source.startsWith('call:') ? kyc.reason : trigger}`,
    alert_type: 'kyc_rejected',
    severity: 'high',
    title: `Identity rejected by ${plugin}: ${kyc.reason}`,
  };
}
