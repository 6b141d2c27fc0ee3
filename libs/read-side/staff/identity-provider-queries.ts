import type { IdentityProvider, OfferedProvider } from '@probity/contracts/identity-providers/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { readView, readViews } from '../views';

/** An identity provider without the addresses of the back office. */
export type StoredIdentityProvider = Omit<IdentityProvider, 'redirect_uri' | 'logout_uri'>;

/** An identity provider that people can use. */
export interface UsableProvider {
  id: string;
  tenant_id: string | null;
  issuer: string;
  client_id: string;
  sealed_client_secret: Buffer | null;
  revision: string;
}

const VIEW = `
  SELECT id, issuer, client_id, display_name, sealed_client_secret IS NOT NULL AS has_client_secret, updated_at
  FROM back_office.identity_providers WHERE tenant_id IS NOT DISTINCT FROM $1::uuid AND removed_at IS NULL`;
const USABLE = `
  SELECT id, tenant_id, issuer, client_id, sealed_client_secret, revision FROM back_office.identity_providers
  WHERE id = $1 AND removed_at IS NULL`;
const OFFERED = `
  SELECT p.id, p.display_name FROM back_office.identity_providers p
  WHERE p.removed_at IS NULL AND p.tenant_id IS NOT DISTINCT FROM $1::uuid ORDER BY p.display_name, p.id`;

/** Reads identity providers. A tenant id of null stands for the installation. */
export class IdentityProviderQueries {
  constructor(private readonly sql: Sql) {}

  list(tenantId: string | null, { limit, offset }: Page): Promise<StoredIdentityProvider[]> {
    return readViews(this.sql, `${VIEW} ORDER BY display_name, id LIMIT $2 OFFSET $3`, [tenantId, limit, offset]);
  }

  one(tenantId: string | null, providerId: string): Promise<StoredIdentityProvider | undefined> {
    return readView(this.sql, `${VIEW} AND id = $2`, [tenantId, providerId]);
  }

  async count(tenantId: string | null): Promise<number> {
    const { rowCount } = await this.sql.query(VIEW, [tenantId]);
    return rowCount ?? 0;
  }

  /** With which people of the tenant can accept invitations. */
  offered(tenantId: string | null): Promise<OfferedProvider[]> {
    return readViews(this.sql, OFFERED, [tenantId]);
  }

  /** An identity provider that was not removed. */
  async usable(providerId: string): Promise<UsableProvider | undefined> {
    return (await this.sql.query<UsableProvider>(USABLE, [providerId])).rows[0];
  }

  /** The account that last claimed the identity; its events say whether it still has it. */
  async accountOfIdentity(providerId: string, subject: string): Promise<string | undefined> {
    const found = 'SELECT account_id FROM back_office.staff_identities WHERE provider_id = $1 AND subject = $2';
    const { rows } = await this.sql.query<{ account_id: string }>(found, [providerId, subject]);
    return rows[0]?.account_id;
  }
}
