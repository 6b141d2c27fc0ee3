import {
  CustomerProfile,
  type KycStatus,
  type ProfileChanges,
  type RiskRating,
} from '@probity/contracts/customers/profile';
import { RESTRICTED, separate } from '@probity/contracts/personal-data/redact';
import type { CustomerView } from '@probity/contracts/customers/views';

const PROFILE_FIELDS = Object.keys(CustomerProfile.properties) as (keyof CustomerProfile)[];

/** The data from which the view of a customer is made. */
export interface CustomerFacts {
  id: string;
  tenant_id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
  risk_rating: RiskRating;
  created_at: string;
  updated_at: string;
  /** since when the customer is restricted; null: it is not */
  restricted_at: string | null;
  erased_at: string | null;
}

/**
 * The view has every field of the profile. Unknown fields are null, and so are the personal ones of a customer that is
 * restricted: its email is `[restricted]`.
 */
export function customerView({ id, tenant_id, restricted_at, erased_at, ...facts }: CustomerFacts): CustomerView {
  const { profile: whole, ...rest } = facts;
  const profile = restricted_at !== null && erased_at === null ? restrictedProfile(whole) : whole;
  const view: Record<string, unknown> = { id, tenant_id };
  for (const field of PROFILE_FIELDS) view[field] = profile[field] ?? null;
  return Object.assign(view, rest) as CustomerView;
}

/** A profile without its personal fields. */
export const restrictedProfile = (profile: CustomerProfile): CustomerProfile =>
  separate(CustomerProfile, profile, RESTRICTED).rest as CustomerProfile;

/** Applies changes to a profile. A changed field is replaced as a whole; other fields stay. */
export const changedProfile = (profile: CustomerProfile, changes: ProfileChanges): CustomerProfile => ({
  ...profile,
  ...changes,
});
