import type { Scope } from '@probity/contracts/tenants/events';
import { canonicalJson } from '@probity/platform/canonical-json';

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

/** The signed text. Its `type` keeps a signature of one kind of statement from being used as another. */
export const apiKeyStatement = (grant: ApiKeyGrant): string =>
  canonicalJson({
    type: 'api_key',
    version: 1,
    id: grant.id,
    tenant_id: grant.tenant_id,
    label: grant.label,
    scopes: grant.scopes,
    key_hash: grant.key_hash.toString('hex'),
    allowed_addresses: grant.allowed_addresses,
    granted_until: grant.granted_until?.toISOString() ?? null,
    created_at: grant.created_at.toISOString(),
  });
