import { STAFF_STREAM_PREFIX, type StaffEvent, staffStream } from '@probity/contracts/staff/events';
import type { AccountKind, Role } from '@probity/contracts/staff/words';
import type { Aggregate, Loaded } from '@probity/event-store/aggregate';
import { projectStaffEvents, STAFF_ROW, STAFF_TABLES } from '@probity/read-side/staff/staff-projection';
import { STAFF_AUDIT } from '@probity/read-side/staff/staff-audit';

export interface Credentials {
  /** base64 */
  sealedPassword: string;
  /** base64 */
  sealedCodeSecret: string;
  /** of the recovery codes that were not used */
  recoveryHashes: readonly string[];
}

/** Who the person is at an identity provider. */
export interface Identity {
  providerId: string;
  subject: string;
}

export interface StoredPasskey {
  id: string;
  name: string;
  /** base64url */
  credentialId: string;
  /** base64url */
  publicKey: string;
  /** at the registration */
  counter: number;
  addedAt: string;
}

export interface ServiceToken {
  id: string;
  /** SHA-256, hexadecimal */
  hash: string;
  expiresAt: string;
  isRevoked: boolean;
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
  /** instead of credentials */
  identity: Identity | undefined;
  /** of a person with credentials */
  passkeys: readonly StoredPasskey[];
  /** all that the account ever had */
  tokens: readonly ServiceToken[];
  isDisabled: boolean;
}

export const rolesIn = ({ roles }: StaffAccountState, tenantId: string | null): readonly Role[] =>
  roles[tenantId ?? ''] ?? [];

/** The tenants in which the account has a role; null: the installation. */
export const tenantsOf = ({ roles }: StaffAccountState): (string | null)[] =>
  Object.entries(roles).flatMap(([tenant, held]) => (held.length > 0 ? [tenant || null] : []));

export type LoadedAccount = Loaded<StaffAccountState, StaffEvent>;

/** The revision of the event that set what the person signs in with; see `back_office.staff_accounts`. */
export const credentialsRevisionOf = ({ events }: LoadedAccount): number =>
  events.findLast(({ type }) => type === 'StaffCredentialsSet' || type === 'StaffIdentityBound')!.revision;

export const STAFF_ACCOUNT: Aggregate<StaffAccountState, StaffEvent> = {
  name: 'account',
  kind: 'staff',
  prefix: STAFF_STREAM_PREFIX,
  stream: staffStream,
  tenantOf: ({ tenantId }) => tenantId,
  row: STAFF_ROW,
  ownTables: STAFF_TABLES,
  audit: STAFF_AUDIT,
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
      identity: undefined,
      passkeys: [],
      tokens: [],
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
        identity: undefined,
        passkeys: [],
      };
    case 'StaffCredentialsSet': {
      const { sealed_password: sealedPassword, sealed_code_secret: sealedCodeSecret, recovery_hashes } = data;
      const credentials = { sealedPassword, sealedCodeSecret, recoveryHashes: recovery_hashes };
      return { ...before, invitation: undefined, credentials, passkeys: [] };
    }
    case 'StaffCredentialsResealed': {
      const { sealed_password: sealedPassword, sealed_code_secret: sealedCodeSecret } = data;
      const { credentials } = before;
      return { ...before, credentials: credentials && { ...credentials, sealedPassword, sealedCodeSecret } };
    }
    case 'StaffRecoveryCodeUsed': {
      const { credentials } = before;
      if (!credentials) return before;
      const recoveryHashes = credentials.recoveryHashes.filter((hash) => hash !== data.recovery_hash);
      return { ...before, credentials: { ...credentials, recoveryHashes } };
    }
    case 'StaffIdentityBound': {
      const { provider_id: providerId, subject } = data;
      return { ...before, invitation: undefined, identity: { providerId, subject } };
    }
    case 'StaffPasskeyAdded': {
      const { passkey_id: id, name, credential_id, public_key, counter, added_at } = data;
      const added = { id, name, credentialId: credential_id, publicKey: public_key, counter, addedAt: added_at };
      return { ...before, passkeys: [...before.passkeys, added] };
    }
    case 'StaffPasskeyRemoved':
      return { ...before, passkeys: before.passkeys.filter(({ id }) => id !== data.passkey_id) };
    case 'StaffTokenCreated': {
      const token = { id: data.token_id, hash: data.token_hash, expiresAt: data.expires_at, isRevoked: false };
      return { ...before, tokens: [...before.tokens, token] };
    }
    case 'StaffTokenRevoked': {
      const tokens = before.tokens.map((token) => (token.id === data.token_id ? { ...token, isRevoked: true } : token));
      return { ...before, tokens };
    }
    case 'StaffAccountDisabled':
      return { ...before, isDisabled: true };
    case 'StaffAccountEnabled':
      return { ...before, isDisabled: false };
  }
}
