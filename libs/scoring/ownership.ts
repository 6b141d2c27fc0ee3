import type { CustomerProfile, Party } from '@probity/contracts/customers/profile';
import { phraseIn } from './phrases';
import { RISK_WORDS } from './business-risk-data';

/** Shares are integers in millionths of a per cent, so that sums are exact. */
const MILLION = 1_000_000;
const WHOLE = 100 * MILLION;
/** Rounded shares may add up to slightly more than 100 per cent, such as three times 33.34. */
const ROUNDING = MILLION / 10;
/** Owners count as known if the named owners hold at least this share. */
export const KNOWN_OWNERSHIP_PERCENT = 75;

/** Returns a share in millionths of a per cent. Undefined if absent, `invalid` if it is not from 0 to 100 per cent. */
export function shareOf({ ownership_share }: Party): number | 'invalid' | undefined {
  if (ownership_share === undefined) return undefined;
  const parts = /^(\d{1,3})(?:\.(\d+))?$/.exec(ownership_share.trim());
  if (!parts) return 'invalid';
  const share = Number(parts[1]) * MILLION + Number((parts[2] ?? '').slice(0, 6).padEnd(6, '0'));
  return share <= WHOLE ? share : 'invalid';
}

/** Returns the sum of the valid shares, in millionths of a per cent. */
export const knownShare = (owners: Party[]): number =>
  owners.map(shareOf).reduce<number>((sum, share) => sum + (typeof share === 'number' ? share : 0), 0);

export const isMoreThanAll = (share: number): boolean => share > WHOLE + ROUNDING;

/** Formats a share in per cent with at most two decimals. */
export const asPercent = (share: number): string => `${Math.floor(share / 10_000) / 100} %`;

/**
 * How transparent the ownership of a customer is. `not_applicable`: it is a person; `public`: it is listed on an
 * exchange or a public body; `unknown`: no owner is named; `opaque`: the named owners hold less than 75 per cent.
 */
export type Transparency = 'not_applicable' | 'public' | 'unknown' | 'opaque' | 'transparent';

export function transparency(profile: CustomerProfile): Transparency {
  if (profile.customer_type !== 'corporate') return 'not_applicable';
  if (isPublicBody(profile)) return 'public';
  if (profile.beneficial_owners.length === 0) return 'unknown';
  return knownShare(profile.beneficial_owners) < KNOWN_OWNERSHIP_PERCENT * MILLION ? 'opaque' : 'transparent';
}

export const hidesOwners = (profile: CustomerProfile): boolean => ['unknown', 'opaque'].includes(transparency(profile));

export const isPublicBody = ({ business_type }: CustomerProfile): boolean =>
  phraseIn(business_type, RISK_WORDS.public_bodies) !== undefined &&
  phraseIn(business_type, RISK_WORDS.negations) === undefined;

export const opaqueLegalForm = (profile: CustomerProfile): string | undefined =>
  profile.customer_type === 'corporate' ? phraseIn(profile.business_type, RISK_WORDS.opaque_legal_forms) : undefined;
