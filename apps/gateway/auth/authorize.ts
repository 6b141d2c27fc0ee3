import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '@probity/contracts/tenants/events';
import { isAllowed } from '@probity/platform/allowed-addresses';
import { apiKeyId, bearerToken, isSameHash, secretHash } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';
import { clientAddress } from '@probity/platform/http/client-address';
import { MAX_BODY_BYTES } from '@probity/platform/http/body-limit';
import type { ApiKeyCredential } from '@probity/read-side/tenants/tenant-queries';
import type { LimitedRequests } from '../limits/limited-requests';
import type { Caller } from '../limits/request-limits';
import type { ApiKeyLookup } from './api-key-lookup';
import type { ApiKeyUses } from './api-key-uses';
import type { KeyGrants } from './key-grants';
import type { Tenant } from './tenant.decorator';

export interface KeyChecks {
  keys: ApiKeyLookup;
  grants: KeyGrants;
}

/**
 * Limits, authenticates and authorises the caller before the body is read: 429 for a limit, 401 for the key, then 403
 * for the tenant and the scope. For the slug of another tenant the response is 403, whether or not that tenant exists.
 */
export async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, grants }: KeyChecks,
  limited: LimitedRequests,
  uses: ApiKeyUses,
): Promise<void> {
  const credential = await authenticate(request, reply, { keys, grants }, limited);
  uses.note(credential.id, clientAddress(request));
  const { slug } = request.params as { slug?: string };
  if (slug !== undefined && slug !== credential.slug) {
    throw new Refusal('forbidden', 'wrong_tenant', 'the API key belongs to another tenant');
  }
  const needed = scopeOf(request.method);
  if (!credential.scopes.includes(needed)) {
    throw new Refusal('forbidden', 'missing_scope', `the API key needs the scope ${needed} for ${request.method}`);
  }
  request.keyScope = { name: `tenant ${credential.tenant_id}`, caller: credential.id };
  const limits = limited.limitsOf(credential.tenant_id);
  if (limits.body_bytes < MAX_BODY_BYTES) request.maxBodyBytes = limits.body_bytes;
  if (needed === 'read') {
    const turn = limited.turnOfRead(callerOf(credential), request, reply);
    if (turn) await turn;
  }
  request.turnOfBody = (bytes) => limited.turnOfBody(callerOf(credential), bytes, request, reply);
  request.key = { id: credential.id, label: credential.label };
  request.tenant = { id: credential.tenant_id, slug: credential.slug, limits } satisfies Tenant;
}

/**
 * A request counts for a tenant only with a whole valid key: the id of a key is no secret, and must not be enough to
 * use up the limit of its tenant. A key that the gateway has not seen counts for the client address until it is found.
 */
async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, grants }: KeyChecks,
  limited: LimitedRequests,
): Promise<ApiKeyCredential> {
  const token = bearerToken(request.headers.authorization);
  const id = token === undefined ? undefined : apiKeyId(token);
  if (id === undefined) throw badKey();
  const given = secretHash(token!);
  const keyHash = given.toString('latin1');

  const seen = limited.caller(keyHash);
  // A stolen key that is used elsewhere counts for its address, and not for the tenant.
  const known = seen && mayComeFrom(request, seen.allowedAddresses) ? seen : undefined;
  let giveBack: (() => void) | undefined;
  if (known) limited.admit(known, request, reply);
  else giveBack = limited.unknownKey(request, reply);

  const credential = await keys.find(id);
  const isTrue = credential && isSameHash(given, credential.key_hash) && (await grants.hold(credential));
  // The response does not tell a thief that only the address is wrong.
  if (!isTrue || !mayComeFrom(request, credential.allowed_addresses)) {
    if (!isTrue) limited.forget(keyHash);
    request.tenantSlug = undefined;
    request.keyId = undefined;
    throw badKey();
  }
  request.tenantSlug = credential.slug;
  request.keyId = id;
  const caller = callerOf(credential);
  limited.remember(keyHash, caller, credential);
  giveBack?.();
  if (!known) limited.admit(caller, request, reply);
  return credential;
}

const mayComeFrom = (request: FastifyRequest, networks: readonly string[] | null): boolean =>
  networks === null || isAllowed(clientAddress(request), networks);

const callerOf = ({ id, tenant_id, slug, allowed_addresses }: ApiKeyCredential): Caller => ({
  tenantId: tenant_id,
  slug,
  keyId: id,
  allowedAddresses: allowed_addresses,
});

const badKey = (): Refusal =>
  new Refusal('unauthenticated', 'bad_api_key', 'a valid API key is required; send Authorization: Bearer <API_KEY>');

const scopeOf = (method: string): Scope => (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
