export const CUSTOMER_TYPES = ['individual', 'corporate'] as const;
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

export const ACTOR_TYPES = ['system', 'institution', 'staff', 'provider'] as const;
export const FACTORS = ['identity', 'geographic', 'behavioral', 'product', 'relationship', 'channel'] as const;
