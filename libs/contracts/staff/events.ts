import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { ACCOUNT_ID, PROVIDER_ID } from '../examples';
import { Hash, Id, nullable, resealed, Timestamp } from '../fields';
import { OPERATOR_TOKEN_EVENTS, STAFF_EVENTS } from '../topics';
import { ACCOUNT_KINDS, ROLES } from './words';

export const STAFF_STREAM_PREFIX = 'staff-';
/** The stream that holds everything about one account of staff. */
export const staffStream = (accountId: string): string => `${STAFF_STREAM_PREFIX}${accountId}`;

const staffFact = factsOf({
  service: 'back-office',
  prefix: STAFF_STREAM_PREFIX,
  topic: STAFF_EVENTS,
  idField: 'account_id',
});

export const Role = view('Role', Type.Enum([...ROLES]));

/** Who changed it: the id of an account, or `operator` for the operator token. And the name at that time. */
export const by = {
  officer: Type.String({ description: 'the name of who did it, at that time' }),
  officer_id: Type.String({ description: 'the account of who did it; `operator` for the operator token' }),
};
/** The tenant in whose audit trail the change is. */
const tenant_id = nullable(Id, { description: 'the tenant that changed it; null: the installation did' });
const change = { account_id: Id, tenant_id, ...by, reason: Type.String() };
const proposal_id = Type.Optional(
  nullable(Id, {
    description: 'the approved proposal that carried it out; null: one person did it alone; absent: an earlier version',
  }),
);

export const StaffAccountCreated = staffFact('StaffAccountCreated', {
  summary: 'A person or a service got an account for the back office. It is the first event of its stream.',
  data: Type.Object({
    ...change,
    proposal_id,
    kind: Type.Enum(ACCOUNT_KINDS),
    name: Type.String(),
    email: nullable(Type.String(), { description: 'with which a person signs in; null for a service' }),
    created_at: Timestamp,
  }),
  example: { account_id: ACCOUNT_ID, kind: 'person', name: 'Jane Smith', email: 'jane.smith@bank.example' },
});

export const StaffRolesChanged = staffFact('StaffRolesChanged', {
  summary: 'What an account may do in a tenant changed. The fact holds all its roles there.',
  data: Type.Object({ ...change, roles: Type.Array(Role), changed_at: Timestamp }),
  example: { account_id: ACCOUNT_ID, roles: ['compliance_officer'] },
});

export const StaffInvited = staffFact('StaffInvited', {
  summary: 'A person was invited to choose a password. The credentials that the account had are no longer valid.',
  data: Type.Object({ ...change, proposal_id, invitation_hash: Hash, expires_at: Timestamp, invited_at: Timestamp }),
  withheld: ['invitation_hash'],
  example: { account_id: ACCOUNT_ID },
});

/** All fields that are secret are sealed with the master key of the back office, except the hashes of random codes. */
export const StaffCredentialsSet = staffFact('StaffCredentialsSet', {
  summary: 'A person chose a password and set up one-time codes.',
  data: Type.Object({
    account_id: Id,
    tenant_id,
    sealed_password: Type.String({ description: 'base64: the sealed argon2id hash' }),
    sealed_code_secret: Type.String({ description: 'base64: the sealed secret of the one-time codes' }),
    recovery_hashes: Type.Array(Hash),
    set_at: Timestamp,
  }),
  withheld: ['sealed_password', 'sealed_code_secret', 'recovery_hashes'],
  example: { account_id: ACCOUNT_ID },
});

export const StaffCredentialsResealed = staffFact('StaffCredentialsResealed', {
  summary: 'Probity sealed the credentials of a person again, because the master key changed. They are the same ones.',
  data: Type.Object({
    account_id: Id,
    tenant_id,
    sealed_password: Type.String({ description: 'base64: the sealed argon2id hash' }),
    sealed_code_secret: Type.String({ description: 'base64: the sealed secret of the one-time codes' }),
    ...resealed,
  }),
  withheld: ['sealed_password', 'sealed_code_secret'],
  example: { account_id: ACCOUNT_ID },
});

export const StaffRecoveryCodeUsed = staffFact('StaffRecoveryCodeUsed', {
  summary: 'A person signed in with a recovery code, which is no longer valid.',
  data: Type.Object({
    account_id: Id,
    tenant_id,
    recovery_hash: Hash,
    left: Type.Integer({ minimum: 0 }),
    used_at: Timestamp,
  }),
  withheld: ['recovery_hash'],
  example: { account_id: ACCOUNT_ID, left: 9 },
});

export const StaffIdentityBound = staffFact('StaffIdentityBound', {
  summary:
    'A person accepted an invitation through an identity provider, and signs in with this identity from now on. ' +
    'The next invitation ends that.',
  data: Type.Object({
    account_id: Id,
    tenant_id,
    provider_id: Id,
    subject: Type.String({ description: 'the `sub` of the person at the identity provider' }),
    bound_at: Timestamp,
  }),
  withheld: ['subject'],
  example: { account_id: ACCOUNT_ID, provider_id: PROVIDER_ID },
});

const passkey = {
  account_id: Id,
  tenant_id,
  passkey_id: Id,
  name: Type.String({ description: 'that the person chose' }),
};

export const StaffPasskeyAdded = staffFact('StaffPasskeyAdded', {
  summary: 'A person added a passkey, with which they can sign in instead of a password and a one-time code.',
  data: Type.Object({
    ...passkey,
    credential_id: Type.String({ description: 'base64url' }),
    public_key: Type.String({ description: 'base64url: a COSE key' }),
    counter: Type.Integer({ minimum: 0, description: 'the signature counter of the authenticator; 0: it has none' }),
    added_at: Timestamp,
  }),
  withheld: ['credential_id', 'public_key', 'counter'],
  example: { account_id: ACCOUNT_ID, name: 'security key' },
});

export const StaffPasskeyRemoved = staffFact('StaffPasskeyRemoved', {
  summary: 'A person removed a passkey. Its sessions ended.',
  data: Type.Object({ ...passkey, removed_at: Timestamp }),
  example: { account_id: ACCOUNT_ID, name: 'security key' },
});

export const StaffTokenCreated = staffFact('StaffTokenCreated', {
  summary: 'A service account got a token.',
  data: Type.Object({
    ...change,
    token_id: Type.String(),
    label: Type.String(),
    token_hash: Hash,
    expires_at: Timestamp,
    created_at: Timestamp,
  }),
  withheld: ['token_hash'],
  example: { account_id: ACCOUNT_ID, label: 'nightly export' },
});

export const StaffTokenRevoked = staffFact('StaffTokenRevoked', {
  summary: 'A token of a service account was revoked.',
  data: Type.Object({ ...change, token_id: Type.String(), revoked_at: Timestamp }),
  example: { account_id: ACCOUNT_ID },
});

export const StaffAccountDisabled = staffFact('StaffAccountDisabled', {
  summary: 'An account was disabled. Its sessions and tokens do not work.',
  data: Type.Object({ ...change, disabled_at: Timestamp }),
  example: { account_id: ACCOUNT_ID },
});

export const StaffAccountEnabled = staffFact('StaffAccountEnabled', {
  summary: 'A disabled account can be used again.',
  data: Type.Object({ ...change, enabled_at: Timestamp }),
  example: { account_id: ACCOUNT_ID },
});

export const OPERATOR_USE_STREAM_PREFIX = 'operator-use-';
/** Each use of the operator token has a stream of its own, so that uses at the same time do not wait for each other. */
export const operatorUseStream = (useId: string): string => `${OPERATOR_USE_STREAM_PREFIX}${useId}`;

const operatorUseFact = factsOf({
  service: 'back-office',
  prefix: OPERATOR_USE_STREAM_PREFIX,
  topic: OPERATOR_TOKEN_EVENTS,
  idField: 'use_id',
});

export const OperatorTokenUsed = operatorUseFact('OperatorTokenUsed', {
  summary: 'A request with the operator token was permitted. It is recorded before it is carried out.',
  data: Type.Object({
    use_id: Id,
    tenant_id: nullable(Id, { description: 'null: the request concerned no tenant' }),
    request: Type.String({ description: 'the method and the route' }),
    permission: Type.String({ description: 'what it needed' }),
    address: Type.String({ description: 'of the client' }),
    used_at: Timestamp,
  }),
  example: {
    use_id: ACCOUNT_ID,
    request: 'GET /api/v1/tenants',
    permission: 'read_platform',
    address: '192.0.2.7',
    tenant_id: null,
  },
});
export type OperatorTokenUsed = DataOf<typeof OperatorTokenUsed>;

/** In the same kind of streams: what operators do with the installation, and not with one tenant. */
export const MaintenanceStarted = operatorUseFact('MaintenanceStarted', {
  summary: 'An operator started work on the whole installation. It is recorded before the work begins.',
  data: Type.Object({
    use_id: Id,
    work: Type.String({
      description:
        '`rebuild_projections`, `verify_projections`, `rewrite_tables` or `rerun_dead_letter`; there can be more',
    }),
    ...by,
    reason: Type.String(),
    letter: Type.Optional(
      Type.Object(
        { service: Type.String(), message: Type.String() },
        {
          title: 'DeadLetterName',
          description: 'only of `rerun_dead_letter`: the letter, as the back office lists it',
        },
      ),
    ),
    started_at: Timestamp,
  }),
  example: { use_id: ACCOUNT_ID, work: 'rebuild_projections' },
});
export type MaintenanceStarted = DataOf<typeof MaintenanceStarted>;
export type OperatorUseEvent = EventOf<typeof OperatorTokenUsed> | EventOf<typeof MaintenanceStarted>;

export const STAFF_FACTS = [
  StaffAccountCreated,
  StaffRolesChanged,
  StaffInvited,
  StaffCredentialsSet,
  StaffCredentialsResealed,
  StaffRecoveryCodeUsed,
  StaffIdentityBound,
  StaffPasskeyAdded,
  StaffPasskeyRemoved,
  StaffTokenCreated,
  StaffTokenRevoked,
  StaffAccountDisabled,
  StaffAccountEnabled,
] as const;
export type StaffEvent = EventOf<(typeof STAFF_FACTS)[number]>;
export type StaffCredentialsSet = DataOf<typeof StaffCredentialsSet>;
export type Role = Static<typeof Role>;
