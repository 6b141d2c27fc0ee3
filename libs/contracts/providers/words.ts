/** Stages that a provider can run or report on. */
export const PROVIDER_STAGES = ['kyc', 'screening', 'monitoring'] as const;

/** `inactive`: Probity does not call the provider and rejects its webhooks. What it reported stays. */
export const PROVIDER_STATUSES = ['active', 'inactive'] as const;

/**
 * `pending`: stored, not applied yet. `applied`: customer-risk recorded it for its customer. `unresolved`: it matches
 * no customer, or several, and waits.
 */
export const SIGNAL_STATUSES = ['pending', 'applied', 'unresolved'] as const;

export const UNRESOLVED_REASONS = ['no_customer', 'several_customers'] as const;
