import type { Scope } from '@probity/contracts/tenants/events';

/** What the back office signs about an API key: everything that says who may do what with it, and until when. */
export interface ApiKeyGrant {
  id: string;
  tenant_id: string;
  label: string | null;
  scopes: Scope[];
  key_hash: Buffer;
  allowed_addresses: string[] | null;
  /** null: no end. A revocation or a rotation ends the key before this time. */
  granted_until: Date | null;
  created_at: Date;
}

/**
 * The signed text. Its `type` keeps a signature of one kind of statement from being used as another.
 *
 * It is canonical JSON (RFC 8785): the members have their order here, so JSON.stringify writes it. Each request needs it.
 */
export const apiKeyStatement = (grant: ApiKeyGrant): string =>
  JSON.stringify({
    allowed_addresses: grant.allowed_addresses,
    created_at: grant.created_at.toISOString(),
    granted_until: grant.granted_until?.toISOString() ?? null,
    id: grant.id,
    key_hash: grant.key_hash.toString('hex'),
    label: grant.label,
    scopes: grant.scopes,
    tenant_id: grant.tenant_id,
    type: 'api_key',
    version: 1,
  });
