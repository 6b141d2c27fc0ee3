import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ACCOUNT_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { Role } from './events';
import { PERMISSION_NAMES } from './permissions';
import { OfferedProvider } from '../identity-providers/views';
import { ACCOUNT_KINDS, SESSION_METHODS, SIGN_IN_METHODS } from './words';

export const StaffToken = view(
  'StaffToken',
  Type.Object({
    id: Type.String(),
    label: Type.String(),
    created_at: Timestamp,
    expires_at: Timestamp,
    revoked_at: nullable(Timestamp),
  }),
  { example: { label: 'nightly export', revoked_at: null } },
);

const account = {
  id: Id,
  kind: Type.Enum(ACCOUNT_KINDS),
  name: Type.String(),
  email: nullable(Type.String()),
  disabled_at: nullable(Timestamp),
  created_at: Timestamp,
};

export const StaffAccount = view(
  'StaffAccount',
  Type.Object({
    ...account,
    roles: Type.Array(Role, { description: 'what the account is in this tenant, or in the installation' }),
    is_managed_here: Type.Boolean({
      description: 'whether admins of this tenant may invite the person again, disable the account and create tokens',
    }),
    has_credentials: Type.Boolean({ description: 'whether the person has accepted the invitation' }),
    tokens: Type.Array(StaffToken, { description: 'of a service account that is managed here' }),
  }),
  {
    example: {
      id: ACCOUNT_ID,
      kind: 'person',
      name: 'Jane Smith',
      email: 'jane.smith@bank.example',
      disabled_at: null,
      roles: ['compliance_officer'],
      tokens: [],
    },
  },
);

export const Invitation = view(
  'Invitation',
  Type.Object({
    account_id: Id,
    invitation: Type.String({ description: 'give it to the person; it is never shown again' }),
    expires_at: Timestamp,
  }),
  { example: { account_id: ACCOUNT_ID } },
);

export const CreatedStaffToken = view(
  'CreatedStaffToken',
  Type.Object({
    id: Type.String(),
    token: Type.String({ description: 'the token itself; it is never shown again' }),
    label: Type.String(),
    expires_at: Timestamp,
  }),
);

const HeldRole = view(
  'HeldRole',
  Type.Object({
    tenant: nullable(Type.String(), { description: 'the slug; null: the whole installation' }),
    role: Role,
    until: nullable(Timestamp, { description: 'for emergency access: when it ends' }),
  }),
  { example: { tenant: 'bank', role: 'compliance_officer', until: null } },
);

export const SignedIn = view(
  'SignedIn',
  Type.Object({
    id: Type.String({ description: 'the id of the account; `operator` for the operator token' }),
    name: Type.String(),
    method: Type.Enum(SIGN_IN_METHODS),
    roles: Type.Array(HeldRole),
  }),
  { example: { id: ACCOUNT_ID, name: 'Jane Smith', method: 'password' } },
);

export const OpenedInvitation = view(
  'OpenedInvitation',
  Type.Object({
    name: Type.String(),
    email: Type.String(),
    code_secret: Type.String({ description: 'base32: for an app that makes one-time codes' }),
    code_uri: Type.String({ description: 'the same for a QR code (otpauth)' }),
    identity_providers: Type.Array(OfferedProvider, {
      description: 'with which the person can accept the invitation instead of a password and one-time codes',
    }),
  }),
  { example: { name: 'Jane Smith', email: 'jane.smith@bank.example' } },
);

export const RecoveryCodes = view(
  'RecoveryCodes',
  Type.Object({
    recovery_codes: Type.Array(Type.String(), {
      description: 'each replaces a one-time code once; keep them; they are never shown again',
    }),
  }),
);

export const StartedSession = view(
  'StartedSession',
  Type.Object({
    session_id: Id,
    csrf_token: Type.String({ description: 'browsers send it in the header X-CSRF-Token with every change' }),
    token: nullable(Type.String(), { description: 'null: the session is in a cookie' }),
    expires_at: Timestamp,
  }),
);

export const SessionView = view(
  'Session',
  Type.Object({
    id: Id,
    method: Type.Enum(SESSION_METHODS),
    address: Type.String({ description: 'of the client that signed in' }),
    user_agent: nullable(Type.String()),
    signed_in_at: Timestamp,
    last_seen_at: Timestamp,
    expires_at: Timestamp,
    is_current: Type.Boolean(),
  }),
  { example: { id: ACCOUNT_ID, address: '192.0.2.7' } },
);

export const Passkey = view('Passkey', Type.Object({ id: Id, name: Type.String(), added_at: Timestamp }), {
  example: { id: ACCOUNT_ID, name: 'security key' },
});

export const PasskeyOptions = view('PasskeyOptions', Type.Object({ options: Metadata }), {
  description: 'for `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser; valid once',
});

export const EmergencyAccess = view(
  'EmergencyAccess',
  Type.Object({ id: Id, roles: Type.Array(Role), reason: Type.String(), until: Timestamp }),
  { example: { id: ACCOUNT_ID, roles: ['auditor'], reason: 'postings of this tenant are rejected since 09:00' } },
);

export const EmergencyAccessInForce = view(
  'EmergencyAccessInForce',
  Type.Object({
    id: Id,
    roles: Type.Array(Role),
    reason: Type.String(),
    until: Timestamp,
    officer: Type.String({ description: 'the name of the operator' }),
    officer_id: Type.String({ description: 'the account of the operator; `operator` for the operator token' }),
  }),
  { example: { id: ACCOUNT_ID, roles: ['auditor'], officer_id: 'operator', officer: 'operator token' } },
);

export const PermissionView = view(
  'Permission',
  Type.Object({
    name: Type.Enum(PERMISSION_NAMES),
    allows: Type.String(),
    roles: Type.Array(Role),
    proposers: Type.Array(Role, { description: 'roles that may only propose it; another person approves' }),
    recent_sign_in: Type.Boolean({ description: 'whether a person must have signed in within 15 minutes' }),
  }),
);

export type StaffToken = Static<typeof StaffToken>;
export type StaffAccount = Static<typeof StaffAccount>;
export type Invitation = Static<typeof Invitation>;
export type CreatedStaffToken = Static<typeof CreatedStaffToken>;
export type SignedIn = Static<typeof SignedIn>;
export type OpenedInvitation = Static<typeof OpenedInvitation>;
export type RecoveryCodes = Static<typeof RecoveryCodes>;
export type StartedSession = Static<typeof StartedSession>;
export type SessionView = Static<typeof SessionView>;
export type Passkey = Static<typeof Passkey>;
export type PasskeyOptions = Static<typeof PasskeyOptions>;
export type EmergencyAccess = Static<typeof EmergencyAccess>;
export type EmergencyAccessInForce = Static<typeof EmergencyAccessInForce>;
export type PermissionView = Static<typeof PermissionView>;
