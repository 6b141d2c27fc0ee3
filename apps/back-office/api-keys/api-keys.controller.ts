import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { Proposal } from '@probity/contracts/proposals/views';
import { createApiKey, isApiKeyId, type NewApiKey } from '@probity/platform/api-key';
import { invalid, notFound } from '@probity/platform/errors';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { ApiKeyView, CreatedApiKey, type TenantView } from '@probity/contracts/tenants/views';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import type { ReviewedChange } from '../proposals/reviewed-change';
import { type Review, UnderReview } from '../proposals/review';
import { ReasonBody } from '../staff/decision.dto';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenant } from '../tenants/tenant.decorator';
import { CreateApiKeyBody, RotateApiKeyBody } from './api-key.dto';
import { GrantSigner } from '@probity/platform/grants';
import { apiKeyStatement } from '@probity/read-side/tenants/api-key-grant';
import { KeyGrants } from './key-grants';
import { grantOf } from './keys-in-events';
import { canonicalNetwork } from '@probity/platform/allowed-addresses';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const WRONG_ADDRESS: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'allowed_addresses[0] must be an address or a network such as 192.0.2.7 or 192.0.2.0/24',
  when: 'one of allowed_addresses is neither an address nor a network',
};
const KEY_ENDED: DocumentedRefusal = {
  code: 'key_ended',
  message: 'the key is revoked or has expired; create a new one',
  when: 'the key is revoked or has expired',
};

@ApiController('API keys', 'tenants/:slug/api-keys')
export class ApiKeysController {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: TenantQueries,
    private readonly operations: KeyedOperations,
    private readonly fourEyes: FourEyes,
    private readonly grants: KeyGrants,
    private readonly signer: GrantSigner,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Create an API key; only this response contains it',
    permission: 'manage_keys',
    data: CreatedApiKey,
    secret: true,
    reviewed: true,
    refusals: [WRONG_ADDRESS],
  })
  async create(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { scopes, label, expires_in_days, allowed_addresses, reason }: CreateApiKeyBody,
  ): Promise<CreatedApiKey | Proposal> {
    const pending = await this.review(review, tenant, {
      subject: ['tenant', tenant.id],
      summary: `create the API key ${shownLabel(label)}, which may ${scopes.join(' and ')}`,
      reason,
      state: null,
    });
    if (pending) return pending;
    const bounds = {
      ...(expires_in_days && { expires_at: new Date(Date.now() + expires_in_days * DAY_MS).toISOString() }),
      ...(allowed_addresses && { allowed_addresses: allowed_addresses.map(canonicalNetwork) }),
    };
    const asked = { key: { scopes, label: label ?? null, ...bounds, reason }, created: createApiKey() };
    return this.operations.ofRequest(asked, ({ key, created }) => this.add(tenant.id, created, key, by));
  }

  @Post(':keyId/rotate')
  @ApiRoute({
    summary: 'Create a key with the same scopes and bounds that takes over; the old key ends after the overlap',
    permission: 'manage_keys',
    data: CreatedApiKey,
    secret: true,
    reviewed: true,
    refusals: [KEY_ENDED],
  })
  async rotate(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Param('keyId') keyId: string,
    @UnderReview() review: Review,
    @Body() { overlap_hours, reason }: RotateApiKeyBody,
  ): Promise<CreatedApiKey | Proposal> {
    const old = isApiKeyId(keyId) ? await this.queries.apiKey(tenant.id, keyId) : undefined;
    if (!old) throw notFound('API key', keyId);
    const pending = await this.review(review, tenant, {
      subject: ['api_key', keyId],
      summary: `replace the API key ${shownLabel(old.label)}; the old one ends after ${overlap_hours} hours`,
      reason,
      state: boundsOf(old),
      shown: boundsOf(old),
    });
    if (pending) return pending;
    const ends = new Date(Date.now() + overlap_hours * HOUR_MS).toISOString();
    return this.operations.ofRequest({ created: createApiKey(), ends }, ({ created, ends }) => {
      const { scopes, label, expires_at, allowed_addresses } = old;
      const key = {
        scopes,
        label,
        reason,
        ...(expires_at && { expires_at }),
        ...(allowed_addresses && { allowed_addresses }),
      };
      return this.add(tenant.id, created, { ...key, replaces: { key_id: keyId, expires_at: ends } }, by);
    });
  }

  @Get()
  @ApiRoute({ summary: "List a tenant's keys, including revoked keys", permission: 'read_staff', list: ApiKeyView })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.apiKeys(tenant.id, page);
  }

  @Delete(':keyId')
  @ApiRoute({ summary: 'Revoke a key; it stops working immediately', permission: 'manage_keys', status: 204 })
  async revoke(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Param('keyId') keyId: string,
    @Query() { reason }: ReasonBody,
  ): Promise<void> {
    const decide = async (): Promise<TenantEvent | undefined> => {
      const key = isApiKeyId(keyId) ? await this.queries.apiKey(tenant.id, keyId) : undefined;
      if (!key) throw notFound('API key', keyId);
      if (key.revoked_at !== null) return undefined;
      const revoked_at = new Date().toISOString();
      return { type: 'ApiKeyRevoked', data: { tenant_id: tenant.id, key_id: keyId, ...by, reason, revoked_at } };
    };
    await this.stream.append(tenant.id, decide);
    const { revoked_at } = (await this.queries.apiKey(tenant.id, keyId))!;
    await this.grants.end(keyId, Date.parse(revoked_at!));
  }

  private review(
    review: Review,
    tenant: TenantView,
    change: Pick<ReviewedChange, 'subject' | 'summary' | 'reason' | 'state' | 'shown'>,
  ): Promise<Proposal | undefined> {
    return this.fourEyes.review(review, tenant, {
      action: 'create_api_key',
      ...change,
      needed: ({ keys }) => keys,
    });
  }

  /** Adds the key, unless an earlier attempt of the operation has added it. */
  private async add(tenant_id: string, { id, key, hash }: NewApiKey, about: AboutKey, by: Officer) {
    await this.stream.append(tenant_id, async () => {
      if (await this.queries.apiKey(tenant_id, id)) return undefined;
      if (about.replaces) await this.refuseEnded(tenant_id, about.replaces.key_id);
      const created_at = new Date().toISOString();
      const data = { tenant_id, key_id: id, ...about, key_hash: hash, ...by, created_at };
      const signature = this.signer.sign(apiKeyStatement(grantOf(data)));
      return { type: 'ApiKeyCreated', data: { ...data, signature } };
    });
    if (about.replaces) await this.grants.end(about.replaces.key_id, Date.parse(about.replaces.expires_at));
    const { label, scopes, expires_at = null } = about;
    return { id, api_key: key, label, scopes, expires_at };
  }

  /** @throws Refusal `key_ended`: a rotation must not bring back what a key could do */
  private async refuseEnded(tenantId: string, keyId: string): Promise<void> {
    const key = await this.queries.apiKey(tenantId, keyId);
    if (!key) throw notFound('API key', keyId);
    const hasExpired = key.expires_at !== null && Date.parse(key.expires_at) <= Date.now();
    if (key.revoked_at !== null || hasExpired) throw invalid(KEY_ENDED.code, KEY_ENDED.message);
  }
}

type AboutKey = Pick<
  Extract<TenantEvent, { type: 'ApiKeyCreated' }>['data'],
  'scopes' | 'label' | 'expires_at' | 'allowed_addresses' | 'replaces' | 'reason'
>;

/** What a key may do. Its last use changes all the time, and says nothing about that. */
const boundsOf = ({ scopes, label, expires_at, allowed_addresses, revoked_at }: ApiKeyView) => ({
  scopes,
  label,
  expires_at,
  allowed_addresses,
  revoked_at,
});

const shownLabel = (label: string | null | undefined): string => (label ? `"${label}"` : 'without a label');
