/** A person signs in; a service has tokens. */
export const ACCOUNT_KINDS = ['person', 'service'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** What a member of staff is in one tenant. */
export const TENANT_ROLES = ['tenant_admin', 'compliance_admin', 'compliance_officer', 'analyst', 'auditor'] as const;
export type TenantRole = (typeof TENANT_ROLES)[number];

/** What an operator can take for a short time: not an admin, who could give access that lasts longer. */
export const EMERGENCY_ROLES = ['compliance_admin', 'compliance_officer', 'analyst', 'auditor'] as const;

/** What a member of staff is in the whole installation. */
export const PLATFORM_ROLES = ['platform_operator'] as const;
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

export type Role = TenantRole | PlatformRole;
export const ROLES: readonly Role[] = [...PLATFORM_ROLES, ...TENANT_ROLES];

/** How a caller of the back office proved who it is. */
export const SIGN_IN_METHODS = ['operator_token', 'password', 'service_token', 'identity_provider', 'passkey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** How a person started a session. */
export const SESSION_METHODS = ['password', 'identity_provider', 'passkey'] as const satisfies SignInMethod[];
export type SessionMethod = (typeof SESSION_METHODS)[number];
