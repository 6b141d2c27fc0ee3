export const CUSTOMER_TYPES = ['individual', 'corporate'] as const;
/** Only `female` and `male` are compared with lists. */
export const GENDERS = ['female', 'male', 'other'] as const;
export const PEP_STATUSES = ['none', 'declared', 'screened', 'confirmed'] as const;
export const KYC_STATUSES = ['pending', 'in_review', 'approved', 'rejected', 'expired'] as const;
export const ONBOARDING_CHANNELS = ['digital', 'agent', 'branch', 'referral', 'partner'] as const;
export const RISK_RATINGS = ['low', 'medium', 'high', 'critical'] as const;

/** Why something about a customer changed. */
export const TRIGGER_TYPES = [
  'onboarding',
  'transaction',
  'profile_change',
  'kyc_change',
  'list_change',
  'alert_decision',
  'model_change',
] as const;

/**
 * What a provider's signal did to the KYC status. `changed`: it set the status, or rejected the customer again.
 * `unchanged`: the customer had the status. `superseded`: a newer signal decides. `overruled`: staff decided after the
 * time of the signal. `not_allowed`: no allowed transition leads to the status. `no_decision`: the signal has no
 * status.
 */
export const SIGNAL_EFFECTS = [
  'changed',
  'unchanged',
  'superseded',
  'overruled',
  'not_allowed',
  'no_decision',
] as const;

export const ACTOR_TYPES = ['system', 'institution', 'staff', 'provider'] as const;
export const FACTORS = ['identity', 'geographic', 'behavioral', 'product', 'relationship', 'channel'] as const;
