import { alertFindings } from '../alert-points';
import type { KycCheck } from '../kyc-check';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';

/** Findings about the identity: missing or inconsistent data, KYC status, documents, age and KYC alerts. */
export function identityFindings({ kyc, kyc_status, alerts, as_of }: ScoringInput, model: ScoringModel): Finding[] {
  const points = model.points.identity;
  const findings = [
    ...kyc.checks.flatMap((check) => checkFindings(check, model)),
    { points: points.kyc_status[kyc_status], reason: `KYC status is ${kyc_status}` },
    ...alertFindings(alerts.filter(isKycAlert), as_of, model),
  ];
  const someExpired = kyc.expired_documents.length > 0 && !kyc.checks.some(isExpiryFailure);
  if (someExpired) findings.push({ points: points.document_expired, reason: kyc.expired_documents.join('; ') });
  return findings;
}

/**
 * Returns true for alerts of the KYC stage, except matches with a list entry, which count in the factor relationship.
 */
export const isKycAlert = ({ source, match }: ScoringInput['alerts'][number]): boolean => source === 'kyc' && !match;

function checkFindings(check: KycCheck, { points: { identity } }: ScoringModel): Finding[] {
  if (check.result === 'pass') return [];
  if (check.result === 'missing') {
    return [{ points: check.check === 'name' ? identity.name_missing : identity.item_missing, reason: check.detail }];
  }
  if (check.check === 'age') return [{ points: identity.underage, reason: check.detail }];
  if (isExpiryFailure(check)) return [{ points: identity.documents_expired, reason: check.detail }];
  return [{ points: identity.inconsistent, reason: check.detail }];
}

const isExpiryFailure = ({ check, result }: KycCheck): boolean => check === 'document_expiry' && result === 'fail';
