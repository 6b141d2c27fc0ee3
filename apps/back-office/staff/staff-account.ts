import { STAFF_STREAM_PREFIX, type StaffEvent, staffStream } from '@probity/contracts/staff/events';
import type { AccountKind, Role } from '@probity/contracts/staff/words';
import type { Aggregate } from '@probity/event-store/aggregate';
import { projectStaffEvents } from '@probity/read-side/staff/staff-projection';

export interface Credentials {
  /** base64 */
  sealedPassword: string;
  /** base64 */
  sealedCodeSecret: string;
  /** of the recovery codes that were not used */
  recoveryHashes: readonly string[];
}

/** An account of staff: a person who signs in, or a service with tokens. */
export interface StaffAccountState {
  id: string;
  kind: AccountKind;
  name: string;
  email: string | null;
  /** the tenant that manages the account; null: the installation does */
  tenantId: string | null;
  /** by the id of the tenant; the empty text is the installation */
  roles: Readonly<Record<string, readonly Role[]>>;
  invitation: { hash: string; expiresAt: string } | undefined;
  credentials: Credentials | undefined;
  /** ids of all tokens that the account ever had */
  tokens: readonly string[];
  revokedTokens: readonly string[];
  isDisabled: boolean;
}

export const rolesIn = ({ roles }: StaffAccountState, tenantId: string | null): readonly Role[] =>
  roles[tenantId ?? ''] ?? [];

/** The tenants in which the account has a role; null: the installation. */
export const tenantsOf = ({ roles }: StaffAccountState): (string | null)[] =>
  Object.entries(roles).flatMap(([tenant, held]) => (held.length > 0 ? [tenant || null] : []));

export const STAFF_ACCOUNT: Aggregate<StaffAccountState, StaffEvent> = {
  name: 'account',
  kind: 'staff',
  prefix: STAFF_STREAM_PREFIX,
  stream: staffStream,
  tenantOf: ({ tenantId }) => tenantId,
  projection: projectStaffEvents,
  evolve,
};

function evolve(before: StaffAccountState | undefined, { type, data }: StaffEvent): StaffAccountState {
  if (type === 'StaffAccountCreated') {
    return {
      id: data.account_id,
      kind: data.kind,
      name: data.name,
      email: data.email,
      tenantId: data.tenant_id,
      roles: {},
      invitation: undefined,
      credentials: undefined,
      tokens: [],
      revokedTokens: [],
      isDisabled: false,
    };
  }
  if (!before) throw new Error(`the stream of account ${data.account_id} begins with ${type}`);
  switch (type) {
    case 'StaffRolesChanged':
      return { ...before, roles: { ...before.roles, [data.tenant_id ?? '']: data.roles } };
    case 'StaffInvited':
      return {
        ...before,
        invitation: { hash: data.invitation_hash, expiresAt: data.expires_at },
        credentials: undefined,
      };
    case 'StaffCredentialsSet': {
      const { sealed_password: sealedPassword, sealed_code_secret: sealedCodeSecret, recovery_hashes } = data;
      const credentials = { sealedPassword, sealedCodeSecret, recoveryHashes: recovery_hashes };
      return { ...before, invitation: undefined, credentials };
    }
    case 'StaffRecoveryCodeUsed': {
      const { credentials } = before;
      if (!credentials) return before;
      const recoveryHashes = credentials.recoveryHashes.filter((hash) => hash !== data.recovery_hash);
      return { ...before, credentials: { ...credentials, recoveryHashes } };
    }
    case 'StaffTokenCreated':
      return { ...before, tokens: [...before.tokens, data.token_id] };
    case 'StaffTokenRevoked':
      return { ...before, revokedTokens: [...before.revokedTokens, data.token_id] };
    case 'StaffAccountDisabled':
      return { ...before, isDisabled: true };
    case 'StaffAccountEnabled':
      return { ...before, isDisabled: false };
  }
}
