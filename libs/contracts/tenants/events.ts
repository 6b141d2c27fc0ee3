import Type, { type Static } from 'typebox';
import { CurrencyCode, Hash, Id, Timestamp } from '../fields';
import type { ComplianceSettingsChanged } from '../settings/events';

export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

export const TENANT_STREAM_PREFIX = 'tenant-';
/** The stream that holds a tenant, its currencies and its keys. */
export const tenantStream = (tenantId: string): string => `${TENANT_STREAM_PREFIX}${tenantId}`;

export const TenantCreated = Type.Object({
  tenant_id: Id,
  slug: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
});

export const CurrencyConfigured = Type.Object({
  tenant_id: Id,
  code: CurrencyCode,
  name: Type.String(),
  minor_unit_decimals: Type.Integer({ minimum: 0, maximum: 18 }),
  configured_at: Timestamp,
});

/** Holds the hash of the key only; nobody can get the key back from it. */
export const ApiKeyCreated = Type.Object({
  tenant_id: Id,
  key_id: Type.String(),
  label: Type.Union([Type.String(), Type.Null()]),
  scopes: Type.Array(Type.Enum(SCOPES)),
  key_hash: Hash,
  created_at: Timestamp,
});

export const ApiKeyRevoked = Type.Object({ tenant_id: Id, key_id: Type.String(), revoked_at: Timestamp });

export type TenantCreated = Static<typeof TenantCreated>;
export type CurrencyConfigured = Static<typeof CurrencyConfigured>;
export type ApiKeyCreated = Static<typeof ApiKeyCreated>;
export type ApiKeyRevoked = Static<typeof ApiKeyRevoked>;

export type TenantEvent =
  | { type: 'TenantCreated'; data: TenantCreated }
  | { type: 'CurrencyConfigured'; data: CurrencyConfigured }
  | { type: 'ApiKeyCreated'; data: ApiKeyCreated }
  | { type: 'ApiKeyRevoked'; data: ApiKeyRevoked }
  | { type: 'ComplianceSettingsChanged'; data: ComplianceSettingsChanged };
