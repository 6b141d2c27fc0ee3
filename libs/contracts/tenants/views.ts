import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { KEY_ID, TENANT_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { SCOPES } from './words';

export const TenantView = view(
  'Tenant',
  Type.Object({ id: Id, slug: Type.String(), name: Type.String(), created_at: Timestamp }),
  { example: { id: TENANT_ID, name: 'Bank' } },
);

export const MAX_DECIMALS = 18;

export const CurrencyView = view(
  'Currency',
  Type.Object({
    code: Type.String({ description: 'ISO 4217 code' }),
    name: Type.String(),
    minor_unit_decimals: Type.Integer(),
  }),
  { example: { code: 'USD', name: 'US Dollar' } },
);
const key = { id: Type.String(), label: nullable(Type.String()), scopes: Type.Array(Type.Enum(SCOPES)) };

export const ApiKeyView = view(
  'ApiKey',
  Type.Object({
    ...key,
    expires_at: nullable(Timestamp, { description: 'null: never' }),
    allowed_addresses: nullable(Type.Array(Type.String()), {
      description: 'addresses and networks from which the key works; null: all',
    }),
    created_at: Timestamp,
    created_by: nullable(Type.String(), { description: 'the name at that time; null for an older key' }),
    revoked_at: nullable(Timestamp),
    revoked_by: nullable(Type.String()),
    last_used_at: nullable(Timestamp, {
      description: 'at most a minute behind; null: never, or not since this is recorded',
    }),
    last_used_from: nullable(Type.String(), { description: 'the address of the client at that time' }),
  }),
  { example: { id: KEY_ID, expires_at: null, allowed_addresses: ['192.0.2.0/24'], revoked_by: null } },
);

export const CreatedApiKey = view(
  'CreatedApiKey',
  Type.Object({
    ...key,
    expires_at: nullable(Timestamp),
    api_key: Type.String({ description: 'the key itself; it is never shown again' }),
  }),
  { example: { id: KEY_ID, api_key: `probity_${KEY_ID}_this-is-an-example-of-a-secret-of-an-API-key` } },
);

export type TenantView = Static<typeof TenantView>;
export type CurrencyView = Static<typeof CurrencyView>;
export type ApiKeyView = Static<typeof ApiKeyView>;
export type CreatedApiKey = Static<typeof CreatedApiKey>;
