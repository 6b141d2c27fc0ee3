import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import type { Scope, TenantEvent } from '@probity/contracts/tenants/events';
import { SCOPES } from '@probity/contracts/tenants/words';
import { createApiKey, isApiKeyId, type NewApiKey } from '@probity/platform/api-key';
import { notFound } from '@probity/platform/errors';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Choices } from '@probity/platform/http/fields/choice';
import { OptionalText } from '@probity/platform/http/fields/text';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { ApiKeyView, CreatedApiKey, type TenantView } from '@probity/contracts/tenants/views';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenant } from '../tenants/tenant.decorator';

const MAX_LABEL = 255;

export class CreateApiKeyBody {
  @Choices(SCOPES, { example: ['read', 'write'] })
  scopes: Scope[];

  @OptionalText(MAX_LABEL, { example: 'core banking' })
  label?: string | null;
}

@ApiController('API keys', 'tenants/:slug/api-keys')
export class ApiKeysController {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: TenantQueries,
    private readonly operations: KeyedOperations,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Create an API key; only this response contains it',
    permission: 'manage_keys',
    data: CreatedApiKey,
    secret: true,
  })
  create(@Tenant() tenant: TenantView, @Body() { scopes, label = null }: CreateApiKeyBody): Promise<CreatedApiKey> {
    const asked = { scopes, label, created: createApiKey() };
    return this.operations.ofRequest(asked, ({ scopes, label, created }) =>
      this.add(tenant.id, created, scopes, label),
    );
  }

  @Get()
  @ApiRoute({ summary: "List a tenant's keys, including revoked keys", permission: 'read_staff', list: ApiKeyView })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.apiKeys(tenant.id, page);
  }

  @Delete(':keyId')
  @ApiRoute({ summary: 'Revoke a key; it stops working immediately', permission: 'manage_keys', status: 204 })
  async revoke(@Tenant() tenant: TenantView, @Param('keyId') keyId: string): Promise<void> {
    const decide = async (): Promise<TenantEvent | undefined> => {
      const key = isApiKeyId(keyId) ? await this.queries.apiKey(tenant.id, keyId) : undefined;
      if (!key) throw notFound('API key', keyId);
      if (key.revoked_at !== null) return undefined;
      const revoked_at = new Date().toISOString();
      return { type: 'ApiKeyRevoked', data: { tenant_id: tenant.id, key_id: keyId, revoked_at } };
    };
    await this.stream.append(tenant.id, decide);
  }

  /** Adds the key, unless an earlier attempt of the operation has added it. */
  private async add(
    tenant_id: string,
    { id, key, hash }: NewApiKey,
    scopes: Scope[],
    label: string | null,
  ): Promise<CreatedApiKey> {
    await this.stream.append(tenant_id, async () => {
      if (await this.queries.apiKey(tenant_id, id)) return undefined;
      const created_at = new Date().toISOString();
      const data = { tenant_id, key_id: id, label, scopes, key_hash: hash, created_at };
      return { type: 'ApiKeyCreated', data };
    });
    return { id, api_key: key, label, scopes };
  }
}
