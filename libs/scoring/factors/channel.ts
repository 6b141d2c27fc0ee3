import { given } from '../kyc-check';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';

/**
 * Findings about the onboarding channel: in person, through an intermediary, or remote. Digital onboarding counts less
 * if an identity provider is named and the KYC status is approved.
 */
export function channelFindings({ profile, kyc_status }: ScoringInput, model: ScoringModel): Finding[] {
  const points = model.points.channel;
  const channel = profile.onboarding_channel;
  if (!channel) return [{ points: points.unknown, reason: 'the onboarding channel is unknown' }];
  if (channel === 'digital' && given(profile.kyc_provider) && kyc_status === 'approved') {
    const reason = `onboarded remotely, with the identity approved through ${profile.kyc_provider}`;
    return [{ points: points.digital_verified, reason }];
  }
  return [{ points: points[channel], reason: words[channel] }];
}

const words = {
  branch: 'onboarded in a branch',
  referral: 'onboarded by referral',
  digital: 'onboarded remotely',
  partner: 'onboarded by a partner',
  agent: 'onboarded by an agent',
} as const;
