import {
  CustomerProfile,
  type KycStatus,
  type ProfileChanges,
  type RiskRating,
} from '@probity/contracts/customers/profile';
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
}

/** The view has every field of the profile. Unknown fields are null. */
export function customerView({ id, tenant_id, profile, ...rest }: CustomerFacts): CustomerView {
  const fields = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, profile[field] ?? null]));
  return { id, tenant_id, ...fields, ...rest } as CustomerView;
}

/** Applies changes to a profile. A changed field is replaced as a whole; other fields stay. */
export const changedProfile = (profile: CustomerProfile, changes: ProfileChanges): CustomerProfile => ({
  ...profile,
  ...changes,
});
