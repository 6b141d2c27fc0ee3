import type { TenantLimits } from '@probity/contracts/limits/limits';
import type { ApiKeyView, CurrencyView, TenantView } from '@probity/contracts/tenants/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView, readViews } from '../views';
import type { ApiKeyGrant } from './api-key-grant';

/** The data with which the gateway checks an API key. `key_hash` is the SHA-256 of the whole key. */
export interface ApiKeyCredential extends ApiKeyGrant {
  slug: string;
  expires_at: Date | null;
  /** of the back office, for `apiKeyStatement`; null: grants nothing */
  signature: string | null;
  /** the limits that an operator has set for the tenant; null if none */
  limits_version: number | null;
  limits: Partial<TenantLimits> | null;
}

const TENANT = 'SELECT id, slug, name, created_at FROM back_office.tenants';
const LIST_TENANTS = `${TENANT} WHERE $3::uuid[] IS NULL OR id = ANY($3) ORDER BY created_at, id LIMIT $1 OFFSET $2`;
const TENANT_BY_SLUG = `${TENANT} WHERE slug = $1`;
const CURRENCIES = 'SELECT code, name, minor_unit_decimals FROM back_office.currencies WHERE tenant_id = $1';
const KEYS = `
  SELECT id, label, scopes, expires_at, allowed_addresses, created_at, created_by, revoked_at, revoked_by,
    last_used_at, last_used_from
  FROM back_office.api_keys LEFT JOIN gateway.api_key_uses ON key_id = id WHERE tenant_id = $1`;
const LIVE_CREDENTIALS = `
  SELECT k.id, k.tenant_id, t.slug, k.label, k.scopes, k.key_hash, k.allowed_addresses, k.created_at, k.expires_at,
    k.granted_until, k.signature, l.version AS limits_version, l.limits
  FROM back_office.api_keys k JOIN back_office.tenants t ON t.id = k.tenant_id
    LEFT JOIN back_office.tenant_limits l ON l.tenant_id = k.tenant_id
  WHERE k.id = ANY($1) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

/** Reads tenants, their currencies and their API keys. */
export class TenantQueries {
  constructor(private readonly sql: Sql) {}

  /** @param ids only these tenants; default: all */
  tenants({ limit, offset }: Page, ids?: string[]): Promise<TenantView[]> {
    return readViews(this.sql, LIST_TENANTS, [limit, offset, ids ?? null]);
  }

  tenantBySlug(slug: string): Promise<TenantView | undefined> {
    return readView(this.sql, TENANT_BY_SLUG, [slug]);
  }

  currencies(tenantId: string, page: Page): Promise<CurrencyView[]> {
    return listViews(this.sql, CURRENCIES, [tenantId], { order: 'code', page });
  }

  currency(tenantId: string, code: string): Promise<CurrencyView | undefined> {
    return readView(this.sql, `${CURRENCIES} AND code = $2`, [tenantId, code]);
  }

  apiKeys(tenantId: string, page: Page): Promise<ApiKeyView[]> {
    return listViews(this.sql, KEYS, [tenantId], { order: 'created_at, id', page });
  }

  apiKey(tenantId: string, keyId: string): Promise<ApiKeyView | undefined> {
    return readView(this.sql, `${KEYS} AND id = $2`, [tenantId, keyId]);
  }

  /** The credentials of those of the keys that exist and are neither revoked nor expired. */
  async liveCredentials(keyIds: string[]): Promise<ApiKeyCredential[]> {
    const { rows } = await this.sql.query<ApiKeyCredential>(LIVE_CREDENTIALS, [keyIds]);
    return rows;
  }
}
