import Type, { type Static } from 'typebox';
import { AuditProblem } from '../audit/verification';
import { type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { CurrencyCode, Hash, Id, nullable, Timestamp } from '../fields';
import { LEDGER_ID } from '../examples';
import { REPLACED_KEY_EXAMPLE, replacedKey } from '../checkpoints/views';
import { verificationResult } from '../ledger/views';
import { SetLimits } from '../limits/views';
import { FourEyesPolicy } from '../proposals/policy';
import { ComplianceSettings } from '../settings/compliance-settings';
import { templateHead } from '../report-templates/views';
import { Role } from '../staff/events';
import { TENANT_EVENTS } from '../topics';
import { SCOPES } from './words';
import { changedByStaff, officer } from '../staff/officer';

export const Scope = view('Scope', Type.Enum(SCOPES));
export type Scope = Static<typeof Scope>;

export const TENANT_STREAM_PREFIX = 'tenant-';
/** The stream that holds a tenant, its currencies, its keys, its settings, its templates and its limits. */
export const tenantStream = (tenantId: string): string => `${TENANT_STREAM_PREFIX}${tenantId}`;

const tenantFact = factsOf({
  service: 'back-office',
  prefix: TENANT_STREAM_PREFIX,
  topic: TENANT_EVENTS,
  idField: 'tenant_id',
});

export const TenantCreated = tenantFact('TenantCreated', {
  summary: 'A tenant was created. It is the first event of its stream.',
  data: Type.Object({
    tenant_id: Id,
    slug: Type.String(),
    name: Type.String(),
    four_eyes: Type.Optional(Type.Boolean({ description: 'false: one person may make every change; for trials' })),
    ...changedByStaff,
    created_at: Timestamp,
  }),
  example: { name: 'Bank' },
});

export const CurrencyConfigured = tenantFact('CurrencyConfigured', {
  summary: 'A tenant can use a currency, or its name was changed.',
  data: Type.Object({
    tenant_id: Id,
    code: CurrencyCode,
    name: Type.String(),
    minor_unit_decimals: Type.Integer({ minimum: 0, maximum: 18 }),
    ...changedByStaff,
    configured_at: Timestamp,
  }),
  example: { code: 'USD', name: 'US Dollar' },
});

/** Holds only the hash of the key, from which the key cannot be derived. */
export const ApiKeyCreated = tenantFact('ApiKeyCreated', {
  summary: 'An API key was created. Nothing in the message is secret.',
  data: Type.Object({
    tenant_id: Id,
    key_id: Type.String(),
    label: Type.Union([Type.String(), Type.Null()]),
    scopes: Type.Array(Scope),
    key_hash: Hash,
    ...changedByStaff,
    expires_at: Type.Optional(Timestamp),
    allowed_addresses: Type.Optional(
      Type.Array(Type.String(), { description: 'addresses and networks from which the key works; absent: all' }),
    ),
    replaces: Type.Optional(
      Type.Object(
        { key_id: Type.String(), expires_at: Timestamp },
        { title: 'ReplacedApiKey', description: 'the key that this one takes over from, and when that one ends' },
      ),
    ),
    created_at: Timestamp,
    signature: Type.Optional(Type.String({ description: 'of the back office; absent in events of earlier versions' })),
  }),
  withheld: ['key_hash', 'signature'],
});

export const ApiKeySigned = tenantFact('ApiKeySigned', {
  summary: 'The back office signed an API key of an earlier version, once, at its first start of a version that signs.',
  data: Type.Object({
    tenant_id: Id,
    key_id: Type.String(),
    granted_until: nullable(Timestamp, { description: 'the end that is signed; null: none' }),
    signature: Type.String(),
    signed_at: Timestamp,
  }),
  withheld: ['signature'],
});

export const ApiKeyRevoked = tenantFact('ApiKeyRevoked', {
  summary: 'An API key was revoked. It is no longer valid.',
  data: Type.Object({
    tenant_id: Id,
    key_id: Type.String(),
    ...changedByStaff,
    revoked_at: Timestamp,
  }),
});

/** `version` counts from 1. */
export const ComplianceSettingsChanged = tenantFact('ComplianceSettingsChanged', {
  summary: 'The settings of the compliance engines of a tenant changed. The fact holds all settings.',
  data: Type.Object({
    tenant_id: Id,
    version: Type.Integer({ minimum: 1 }),
    settings: ComplianceSettings,
    reason: Type.String(),
    ...officer,
    changed_at: Timestamp,
  }),
});

/** `version` counts from 1. */
export const TenantLimitsChanged = tenantFact('TenantLimitsChanged', {
  summary: 'An operator changed the limits of a tenant. The fact holds every limit that differs from its default.',
  data: Type.Object({
    tenant_id: Id,
    version: Type.Integer({ minimum: 1 }),
    limits: SetLimits,
    reason: Type.String(),
    ...officer,
    changed_at: Timestamp,
  }),
  example: { limits: { requests_per_second: 500 } },
});

/** `version` counts from 1. */
export const FourEyesPolicyChanged = tenantFact('FourEyesPolicyChanged', {
  summary: 'A tenant changed for which changes it needs two people. The fact holds the whole policy.',
  data: Type.Object({
    tenant_id: Id,
    version: Type.Integer({ minimum: 1 }),
    policy: FourEyesPolicy,
    reason: Type.String(),
    ...officer,
    changed_at: Timestamp,
  }),
});

export const EmergencyAccessOpened = tenantFact('EmergencyAccessOpened', {
  summary: 'A platform operator took roles in a tenant for a short time.',
  data: Type.Object({
    tenant_id: Id,
    access_id: Id,
    officer: officer.officer,
    officer_id: Type.String({ description: 'the account of the operator; `operator` for the operator token' }),
    roles: Type.Array(Role),
    reason: Type.String(),
    until: Timestamp,
    opened_at: Timestamp,
  }),
  example: { roles: ['auditor'], officer_id: 'operator' },
});

export const EmergencyAccessEnded = tenantFact('EmergencyAccessEnded', {
  summary: 'Emergency access was ended before its time, by the operator who took it or by an admin of the tenant.',
  data: Type.Object({
    tenant_id: Id,
    access_id: Id,
    officer: officer.officer,
    officer_id: Type.String({ description: 'the account that ended it; `operator` for the operator token' }),
    reason: Type.String(),
    ended_at: Timestamp,
  }),
  example: { officer_id: 'operator' },
});

export const RetentionRunStarted = tenantFact('RetentionRunStarted', {
  summary: 'Staff began to erase the customers whose retention is over.',
  data: Type.Object({
    tenant_id: Id,
    officer: officer.officer,
    officer_id: Type.String({ description: 'the account; `operator` for the operator token' }),
    reason: Type.String(),
    started_at: Timestamp,
  }),
});

/** Recorded when the walk has ended; a walk that was interrupted has no result. */
export const LedgerVerified = tenantFact('LedgerVerified', {
  summary: 'A whole ledger was verified, by staff or by Probity itself. The fact holds the result.',
  data: Type.Object({
    tenant_id: Id,
    ledger_id: Id,
    ...verificationResult,
    officer: officer.officer,
    officer_id: Type.String({
      description: 'the account; `operator` for the operator token; `system` for Probity itself',
    }),
    verified_at: Timestamp,
  }),
  example: { ledger_id: LEDGER_ID, verified: true, broken: null },
});

export const CheckpointKeyReplaced = tenantFact('CheckpointKeyReplaced', {
  summary:
    'The key that signs the checkpoints of a tenant was replaced. Store the new public key: after `both_until`, the key ' +
    'before it signs nothing any more.',
  data: Type.Object({ tenant_id: Id, ...replacedKey, ...officer, reason: Type.String() }),
  example: REPLACED_KEY_EXAMPLE,
});

/** Only of verifications by Probity itself. The report of a verification that staff start belongs to them. */
export const AuditTrailVerified = tenantFact('AuditTrailVerified', {
  summary: 'Probity verified the audit trail of a tenant by itself. The fact holds the result.',
  data: Type.Object({
    tenant_id: Id,
    entries: Type.Integer({ description: 'entries that were compared with their events' }),
    events: Type.Integer({ description: 'stored events that were compared with the logs of the notary' }),
    checkpoints: Type.Integer({ description: 'signed checkpoints that were verified' }),
    problems: Type.Integer(),
    first: nullable(AuditProblem),
    verified: Type.Boolean({ description: 'whether there was no problem' }),
    verified_at: Timestamp,
  }),
  example: { verified: true, problems: 0, first: null },
});

/** Holds the whole template, which is not published: its hash says which one it is. */
export const ReportTemplateSaved = tenantFact('ReportTemplateSaved', {
  summary: 'A tenant added or changed a template for documents of reports.',
  data: Type.Object({
    tenant_id: Id,
    ...templateHead,
    template: Type.String(),
    reason: Type.String(),
    ...officer,
    saved_at: Timestamp,
  }),
  example: { name: 'Letter to the authority', media_type: 'text/plain', extension: 'txt' },
  withheld: ['template'],
});

export const ReportTemplateRemoved = tenantFact('ReportTemplateRemoved', {
  summary: 'A tenant removed a template for documents of reports. It writes no more of them.',
  data: Type.Object({
    tenant_id: Id,
    template_id: templateHead.template_id,
    version: templateHead.version,
    reason: Type.String(),
    ...officer,
    removed_at: Timestamp,
  }),
});

export const TENANT_FACTS = [
  TenantCreated,
  CurrencyConfigured,
  ApiKeyCreated,
  ApiKeySigned,
  ApiKeyRevoked,
  ComplianceSettingsChanged,
  TenantLimitsChanged,
  FourEyesPolicyChanged,
  EmergencyAccessOpened,
  EmergencyAccessEnded,
  RetentionRunStarted,
  LedgerVerified,
  CheckpointKeyReplaced,
  AuditTrailVerified,
  ReportTemplateSaved,
  ReportTemplateRemoved,
] as const;
export type TenantEvent = EventOf<(typeof TENANT_FACTS)[number]>;
