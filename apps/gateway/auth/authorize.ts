import type { FastifyRequest } from 'fastify';
import type { Scope } from '@probity/contracts/tenants/events';
import { apiKeyId, bearerToken, isSameSecret } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';
import type { ApiKeyLookup } from './api-key-lookup';
import type { Tenant } from './tenant.decorator';

/**
 * Authenticates and authorises the caller before the body is read: 401 for the key, then 403 for the tenant and the
 * scope. For the slug of another tenant the response is 403, whether or not that tenant exists.
 */
export async function authorize(request: FastifyRequest, keys: ApiKeyLookup): Promise<void> {
  const token = bearerToken(request.headers.authorization);
  const id = token === undefined ? undefined : apiKeyId(token);
  const credential = id === undefined ? undefined : await keys.find(id);
  if (!credential || !isSameSecret(token!, credential.key_hash)) {
    throw new Refusal(
      'unauthenticated',
      'bad_api_key',
      'a valid API key is required; send Authorization: Bearer <API_KEY>',
    );
  }
  request.actor = credential.slug;
  request.keyId = credential.id;

  const { slug } = request.params as { slug?: string };
  if (slug !== undefined && slug !== credential.slug) {
    throw new Refusal('forbidden', 'wrong_tenant', 'the API key belongs to another tenant');
  }
  const needed = scopeOf(request.method);
  if (!credential.scopes.includes(needed)) {
    throw new Refusal('forbidden', 'missing_scope', `the API key needs the scope ${needed} for ${request.method}`);
  }
  request.tenant = { id: credential.tenant_id, slug: credential.slug } satisfies Tenant;
}

const scopeOf = (method: string): Scope => (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
