import type { Role, TenantRole } from './words';

interface Permission {
  /** what it allows, as the rest of a sentence that begins with "may" */
  allows: string;
  /**
   * where a role must be held: in the tenant of the request, or in the installation (any tenant role counts there).
   * `own account`: nowhere; a person who has lost every role can still sign out
   */
  in: 'tenant' | 'platform' | 'own account';
  roles: readonly Role[];
  /** who may only propose it: another person, who may do it, approves */
  proposers?: readonly TenantRole[];
  /** a person must have signed in within the last minutes; see RECENT_SIGN_IN_MS */
  recent?: true;
}

const EVERY_TENANT_ROLE: readonly TenantRole[] = [
  'tenant_admin',
  'compliance_admin',
  'compliance_officer',
  'analyst',
  'auditor',
];
const WITH_CUSTOMERS: readonly TenantRole[] = ['compliance_admin', 'compliance_officer', 'analyst', 'auditor'];

/**
 * What each role may do in the back office: the permission matrix. Every route of the back office names one of these;
 * a server with a route that names none does not start.
 */
export const PERMISSIONS = {
  read_tenant: {
    allows: 'see that the tenant exists, and its name',
    in: 'tenant',
    roles: ['platform_operator', ...EVERY_TENANT_ROLE],
  },
  read_configuration: {
    allows: 'read settings, rules, limits, currencies, providers and notices of the tenant',
    in: 'tenant',
    roles: ['platform_operator', ...EVERY_TENANT_ROLE],
  },
  read_customers: {
    allows: 'read customers, alerts, cases, events, backtests, figures, the own list and what providers reported',
    in: 'tenant',
    roles: WITH_CUSTOMERS,
  },
  read_ledgers: { allows: 'read the ledgers of the tenant', in: 'tenant', roles: EVERY_TENANT_ROLE },
  read_audit: { allows: 'read the audit trail of the tenant', in: 'tenant', roles: WITH_CUSTOMERS },
  read_webhooks: {
    allows: 'read webhook endpoints and deliveries, which hold what was sent',
    in: 'tenant',
    roles: ['tenant_admin', 'compliance_admin', 'compliance_officer', 'auditor'],
  },
  read_staff: {
    allows: 'read who is on the staff of the tenant and who uses its API keys',
    in: 'tenant',
    roles: ['tenant_admin', 'compliance_admin', 'auditor'],
  },
  manage_staff: {
    allows: 'add staff and service accounts to the tenant, and change what they may do',
    in: 'tenant',
    roles: ['tenant_admin', 'platform_operator'],
    recent: true,
  },
  manage_identity_providers: {
    allows: 'set and remove the identity providers with which the staff of the tenant sign in',
    in: 'tenant',
    roles: ['tenant_admin'],
    recent: true,
  },
  manage_keys: {
    allows: 'create and revoke API keys of the tenant, and replace the keys that sign its ledgers and checkpoints',
    in: 'tenant',
    roles: ['tenant_admin'],
    recent: true,
  },
  change_limits: {
    allows: 'lower limits of the tenant; only a platform operator raises them',
    in: 'tenant',
    roles: ['platform_operator', 'tenant_admin'],
  },
  configure_tenant: {
    allows: 'configure currencies, and switch, test and replay webhooks',
    in: 'tenant',
    roles: ['tenant_admin'],
  },
  configure_compliance: {
    allows: 'change stage modes, thresholds, scoring, rules, providers and the list of the tenant itself',
    in: 'tenant',
    roles: ['compliance_admin'],
    recent: true,
  },
  operate_pipeline: {
    allows: 'process events and signals again, screen and score customers again, measure screening, and test providers',
    in: 'tenant',
    roles: ['compliance_admin', 'compliance_officer'],
  },
  settle_notices: {
    allows: 'settle notices of the tenant',
    in: 'tenant',
    roles: ['tenant_admin', 'compliance_admin', 'compliance_officer', 'platform_operator'],
  },
  work_on_cases: {
    allows: 'open cases, add alerts and notes to them, and escalate alerts',
    in: 'tenant',
    roles: ['compliance_officer', 'analyst'],
  },
  decide: {
    allows: 'resolve and dismiss alerts, close cases, decide on KYC, and block accounts',
    in: 'tenant',
    roles: ['compliance_officer'],
    proposers: ['analyst'],
  },
  read_proposals: {
    allows: 'read the proposals about what they may see, and withdraw their own',
    in: 'tenant',
    roles: ['platform_operator', ...EVERY_TENANT_ROLE],
  },
  review_proposals: {
    allows: 'approve and decline proposals of other people for changes that they may make themselves',
    in: 'tenant',
    roles: ['tenant_admin', 'compliance_admin', 'compliance_officer', 'platform_operator'],
    recent: true,
  },
  approve_access: {
    allows: 'approve API keys, replacements of keys that sign, and changes of staff that another person proposed',
    in: 'tenant',
    roles: ['tenant_admin', 'compliance_admin', 'platform_operator'],
  },
  set_four_eyes: {
    allows: 'change for what the tenant needs two people',
    in: 'tenant',
    roles: ['compliance_admin', 'tenant_admin'],
    recent: true,
  },
  run_backtests: {
    allows: 'start and cancel backtests',
    in: 'tenant',
    roles: ['compliance_admin', 'compliance_officer', 'analyst'],
  },
  erase_customers: {
    allows: 'request the erasure of customers, and withdraw the request',
    in: 'tenant',
    roles: ['compliance_officer'],
    recent: true,
  },
  export_customers: {
    allows: 'export everything that is kept about a customer, also of a restricted one, and reports for an authority',
    in: 'tenant',
    roles: ['compliance_officer'],
    recent: true,
  },
  run_retention: {
    allows: 'erase the customers whose retention is over',
    in: 'tenant',
    roles: ['tenant_admin', 'compliance_admin'],
    recent: true,
  },
  verify_ledgers: {
    allows: 'verify ledgers and the audit trail',
    in: 'tenant',
    roles: ['auditor', 'compliance_officer', 'tenant_admin'],
  },
  open_emergency_access: {
    allows: 'take roles in a tenant for a short time, with a reason; the audit trail of the tenant shows it',
    in: 'tenant',
    roles: ['platform_operator'],
    recent: true,
  },
  end_emergency_access: {
    allows: 'see and end emergency access to the tenant; a platform operator ends only their own',
    in: 'tenant',
    roles: ['tenant_admin', 'platform_operator'],
  },
  read_platform: {
    allows: 'read the shared watchlists, the plugins, and the tenants in which they have a role',
    in: 'platform',
    roles: ['platform_operator', ...EVERY_TENANT_ROLE],
  },
  read_platform_notices: {
    allows:
      'read and settle notices that concern all tenants, read the state of services, queues and followers, and have dead letters handled again',
    in: 'platform',
    roles: ['platform_operator'],
  },
  read_platform_audit: {
    allows: 'read the entries of the audit trail that concern no single tenant',
    in: 'platform',
    roles: ['platform_operator'],
  },
  read_privacy: {
    allows: 'read the register of personal data, and what erasure does not reach yet',
    in: 'platform',
    roles: ['platform_operator', ...EVERY_TENANT_ROLE],
  },
  rewrite_tables: {
    allows: 'remove the bytes of erased data from the files of Postgres; other requests wait meanwhile',
    in: 'platform',
    roles: ['platform_operator'],
    recent: true,
  },
  create_tenants: { allows: 'create tenants', in: 'platform', roles: ['platform_operator'] },
  import_watchlists: {
    allows: 'import shared watchlists, and set from where they are fetched',
    in: 'platform',
    roles: ['platform_operator'],
  },
  rebuild_projections: {
    allows: 'rebuild the read side from the events, and compare it with them',
    in: 'platform',
    roles: ['platform_operator'],
    recent: true,
  },
  manage_operators: {
    allows: 'add platform operators and their identity providers, and disable accounts',
    in: 'platform',
    roles: ['platform_operator'],
    recent: true,
  },
  use_own_account: {
    allows: 'read their own account and sessions, and sign out',
    in: 'own account',
    roles: ['platform_operator', ...EVERY_TENANT_ROLE],
  },
  change_own_passkeys: {
    allows: 'add and remove their own passkeys',
    in: 'platform',
    roles: ['platform_operator', ...EVERY_TENANT_ROLE],
    recent: true,
  },
} as const satisfies Record<string, Permission>;

export type PermissionName = keyof typeof PERMISSIONS;
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as PermissionName[];
export const permissionOf = (name: PermissionName): Permission => PERMISSIONS[name];

/** For permissions that are `recent`: how long ago a person may have signed in. */
export const RECENT_SIGN_IN_MS = 15 * 60_000;
