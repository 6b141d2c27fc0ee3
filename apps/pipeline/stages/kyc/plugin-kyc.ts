import type { Finding } from '@probity/providers/stage-call';
import { alertOfFinding } from '../../providers/provider-alerts';
import type { ProviderCalls, ProviderResult } from '../../providers/provider-calls';
import { type Degraded, type ProvidedStage, type StageHealth, withFallback } from '../degraded-stage';
import { nativeKyc } from './native-kyc';
import type { CheckedIdentity, KycCheck, KycStage } from './kyc-stage';

const reported = { skip_kyc: true, kyc_mode: 'plugin' } as const;

/**
 * A provider verifies identities. It is asked about onboarding events: the customer's data change with those only.
 * Between them, it reports with its webhooks.
 */
export const pluginKyc = (provided: ProvidedStage, calls: ProviderCalls, health: StageHealth): KycStage => ({
  reported,
  check(about) {
    if (about.event_type === 'transaction') return Promise.resolve(withoutCall('not_due', {}));
    return withFallback(
      health,
      provided,
      async () => outcomeOf(about, provided, await ask(about, provided, calls)),
      (degraded) => withoutProvider(about, degraded),
    );
  },
});

function ask({ customer }: KycCheck, { tenant_id, provider }: ProvidedStage, calls: ProviderCalls) {
  const { id, profile, kyc_status } = customer;
  return calls.call(tenant_id, 'kyc', provider.plugin, { customer: { id, profile, kyc_status } });
}

function outcomeOf(
  { event_id, customer }: KycCheck,
  { provider }: ProvidedStage,
  { findings, evidence, provenance, cached, called_at }: ProviderResult,
): CheckedIdentity {
  const decision = findings.findLast(hasDecision);
  const trigger = { trigger_ref: event_id, facts: {} };
  const alerts = findings.flatMap((finding) => alertOfFinding(customer.id, finding, provenance, trigger) ?? []);
  const provider_kyc = decision && {
    ...provenance,
    occurred_at: called_at,
    kyc: decision.kyc,
    metadata: decision.metadata,
  };
  return {
    stage: {
      stage: 'kyc',
      mode: 'plugin',
      result: decision?.kyc.status ?? 'no_decision',
      evidence: { provider: provider.plugin, ...provenance, cached, ...evidence },
    },
    mustMove: decision !== undefined,
    alerts,
    reported: { ...reported, ...(provider_kyc && { provider_kyc }) },
  };
}

async function withoutProvider(about: KycCheck, degraded: Degraded): Promise<CheckedIdentity> {
  if (degraded.fallback === 'none') return withoutCall('unavailable', { degraded });
  const native = await nativeKyc.check(about);
  return {
    ...native,
    stage: { ...native.stage, evidence: { ...native.stage.evidence, degraded } },
    reported: { kyc_mode: 'plugin' }, // the native checks do not lift the rejection of the provider
  };
}

const withoutCall = (result: string, evidence: Record<string, unknown>): CheckedIdentity => ({
  stage: { stage: 'kyc', mode: 'plugin', result, evidence },
  mustMove: false,
  alerts: [],
  reported,
});

const hasDecision = (finding: Finding): finding is Finding & Required<Pick<Finding, 'kyc'>> =>
  finding.kyc !== undefined;
