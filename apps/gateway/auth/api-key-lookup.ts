import { Injectable } from '@nestjs/common';
import { SharedQuery } from '@probity/persistence/shared-query';
import { type ApiKeyCredential, TenantQueries } from '@probity/read-side/tenants/tenant-queries';

/**
 * Looks up API keys. There is no cache, so a revoked key stops working immediately. Concurrent requests share a
 * query: see `SharedQuery`.
 */
@Injectable()
export class ApiKeyLookup {
  private readonly credentials: SharedQuery<string, Map<string, ApiKeyCredential>>;

  constructor(tenants: TenantQueries) {
    this.credentials = new SharedQuery(async (ids) => {
      const found = await tenants.liveCredentials(ids);
      return new Map(found.map((credential) => [credential.id, credential]));
    });
  }

  async find(id: string): Promise<ApiKeyCredential | undefined> {
    return (await this.credentials.ask([id])).get(id);
  }
}
