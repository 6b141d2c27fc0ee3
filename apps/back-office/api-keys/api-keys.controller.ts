import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import type { Scope, TenantEvent } from '@probity/contracts/tenants/events';
import { SCOPES } from '@probity/contracts/tenants/words';
import { createApiKey, isApiKeyId } from '@probity/platform/api-key';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { OptionalText } from '@probity/platform/http/text.decorators';
import { type ApiKeyView, TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { TenantStream } from '../tenants/tenant-stream';
import { Tenants } from '../tenants/tenants';

export class CreateApiKeyBody {
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['read', 'write'] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(SCOPES, { each: true })
  scopes: Scope[];

  @ApiPropertyOptional({ example: 'core banking', maxLength: 255 })
  @OptionalText(255)
  label?: string;
}

interface CreatedApiKey {
  id: string;
  api_key: string;
  label: string | null;
  scopes: Scope[];
}

@Controller('tenants/:slug/api-keys')
@ApiTags('API keys')
@ApiBearerAuth()
export class ApiKeysController {
  constructor(
    private readonly tenants: Tenants,
    private readonly stream: TenantStream,
    private readonly queries: TenantQueries,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Create an API key; this answer is the only time it is seen' })
  async create(
    @Param('slug') slug: string,
    @Body() body: CreateApiKeyBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<CreatedApiKey>> {
    const tenant = await this.tenants.bySlug(slug);
    const { scopes } = body;
    const label = body.label ?? null;
    const { id, key, hash } = createApiKey();
    const created_at = new Date().toISOString();
    const data = { tenant_id: tenant.id, key_id: id, label, scopes, key_hash: hash, created_at };
    await this.stream.append(tenant.id, () => Promise.resolve({ type: 'ApiKeyCreated', data }), traceparent);
    return ok({ id, api_key: key, label, scopes });
  }

  @Get()
  @ApiOperation({ summary: "List a tenant's keys, revoked ones too" })
  async list(@Param('slug') slug: string, @Query() page: PageQuery): Promise<Envelope<ApiKeyView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.queries.apiKeys(tenant.id, page));
  }

  @Delete(':keyId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke a key; it stops working at once' })
  async revoke(
    @Param('slug') slug: string,
    @Param('keyId') keyId: string,
    @Traceparent() traceparent: string,
  ): Promise<void> {
    const tenant = await this.tenants.bySlug(slug);
    const decide = async (): Promise<TenantEvent | undefined> => {
      const key = isApiKeyId(keyId) ? await this.queries.apiKey(tenant.id, keyId) : undefined;
      if (!key) throw notFound('API key', keyId);
      if (key.revoked_at !== null) return undefined;
      const revoked_at = new Date().toISOString();
      return { type: 'ApiKeyRevoked', data: { tenant_id: tenant.id, key_id: keyId, revoked_at } };
    };
    await this.stream.append(tenant.id, decide, traceparent);
  }
}
