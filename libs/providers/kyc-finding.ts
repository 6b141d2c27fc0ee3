import type { Finding, ProviderKyc } from './stage-call';

/** The alert of a rejected identity. */
export const KYC_REJECTED = 'kyc_rejected';

/** The reason is in the finding as a whole. */
const MAX_TITLE_REASON = 300;

/**
 * A provider's decision on an identity as a finding: a rejection is an alert, too.
 *
 * @param title of the provider
 * @param decisionId identifies the decision: the same rejection, asked for or reported again, raises no second alert
 */
export function kycFinding(
  title: string,
  decisionId: string,
  kyc: ProviderKyc,
  metadata: Record<string, unknown>,
): Finding {
  if (kyc.status !== 'rejected') return { kyc, metadata };
  const alert = {
    key: `kyc:${decisionId}`,
    alert_type: KYC_REJECTED,
    severity: 'high' as const,
    title: `${title} rejected the identity: ${kyc.reason.slice(0, MAX_TITLE_REASON)}`,
  };
  return { kyc, alert, metadata };
}
