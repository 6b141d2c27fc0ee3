import type { Scope } from '@probity/contracts/tenants/events';
import type { ApiKeyView, CurrencyView, TenantView } from '@probity/contracts/tenants/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';

/** What the gateway needs to recognise a key. `key_hash` is the SHA-256 of the whole key. */
export interface ApiKeyCredential {
  id: string;
  tenant_id: string;
  slug: string;
  scopes: Scope[];
  key_hash: Buffer;
}

const TENANT = 'SELECT id, slug, name, created_at FROM back_office.tenants';
const LIST_TENANTS = `${TENANT} ORDER BY created_at, id LIMIT $1 OFFSET $2`;
const TENANT_BY_SLUG = `${TENANT} WHERE slug = $1`;
const LIST_CURRENCIES = `
  SELECT code, name, minor_unit_decimals FROM back_office.currencies WHERE tenant_id = $1
  ORDER BY code LIMIT $2 OFFSET $3`;
const GET_CURRENCY = `
  SELECT code, name, minor_unit_decimals FROM back_office.currencies WHERE tenant_id = $1 AND code = $2`;
const LIST_KEYS = `
  SELECT id, label, scopes, created_at, revoked_at FROM back_office.api_keys WHERE tenant_id = $1
  ORDER BY created_at, id LIMIT $2 OFFSET $3`;
const GET_KEY = `
  SELECT id, label, scopes, created_at, revoked_at FROM back_office.api_keys WHERE tenant_id = $1 AND id = $2`;
const LIVE_CREDENTIALS = `
  SELECT k.id, k.tenant_id, t.slug, k.scopes, k.key_hash
  FROM back_office.api_keys k JOIN back_office.tenants t ON t.id = k.tenant_id
  WHERE k.id = ANY($1) AND k.revoked_at IS NULL`;

interface TenantRow extends Omit<TenantView, 'created_at'> {
  created_at: Date;
}

interface KeyRow extends Omit<ApiKeyView, 'created_at' | 'revoked_at'> {
  created_at: Date;
  revoked_at: Date | null;
}

/** Reads of tenants, their currencies and their keys. */
export class TenantQueries {
  constructor(private readonly sql: Sql) {}

  async tenants({ limit, offset }: Page): Promise<TenantView[]> {
    const { rows } = await this.sql.query<TenantRow>(LIST_TENANTS, [limit, offset]);
    return rows.map(toTenant);
  }

  async tenantBySlug(slug: string): Promise<TenantView | undefined> {
    const { rows } = await this.sql.query<TenantRow>(TENANT_BY_SLUG, [slug]);
    return rows[0] && toTenant(rows[0]);
  }

  async currencies(tenantId: string, { limit, offset }: Page): Promise<CurrencyView[]> {
    const { rows } = await this.sql.query<CurrencyView>(LIST_CURRENCIES, [tenantId, limit, offset]);
    return rows;
  }

  async currency(tenantId: string, code: string): Promise<CurrencyView | undefined> {
    const { rows } = await this.sql.query<CurrencyView>(GET_CURRENCY, [tenantId, code]);
    return rows[0];
  }

  async apiKeys(tenantId: string, { limit, offset }: Page): Promise<ApiKeyView[]> {
    const { rows } = await this.sql.query<KeyRow>(LIST_KEYS, [tenantId, limit, offset]);
    return rows.map(toKey);
  }

  async apiKey(tenantId: string, keyId: string): Promise<ApiKeyView | undefined> {
    const { rows } = await this.sql.query<KeyRow>(GET_KEY, [tenantId, keyId]);
    return rows[0] && toKey(rows[0]);
  }

  /** The keys among these ids that exist and are not revoked. */
  async liveCredentials(keyIds: string[]): Promise<ApiKeyCredential[]> {
    const { rows } = await this.sql.query<ApiKeyCredential>(LIVE_CREDENTIALS, [keyIds]);
    return rows;
  }
}

function toTenant(row: TenantRow): TenantView {
  return { ...row, created_at: row.created_at.toISOString() };
}

function toKey(row: KeyRow): ApiKeyView {
  return { ...row, created_at: row.created_at.toISOString(), revoked_at: row.revoked_at?.toISOString() ?? null };
}
