import { Injectable } from '@nestjs/common';
import { ROLES } from '@probity/contracts/staff/words';
import { TimeSource } from '@probity/platform/time-source';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { API_KEY_CALLER, OPERATOR, type StaffCaller } from '../auth/staff-caller';

/** Finds the proposers of approved proposals again, with what they may do now. */
@Injectable()
export class Proposers {
  constructor(
    private readonly staff: StaffQueries,
    private readonly tenants: TenantQueries,
    private readonly time: TimeSource,
  ) {}

  /** Undefined when the account is disabled, or the key has ended. */
  async caller(tenantId: string, proposerId: string): Promise<StaffCaller | undefined> {
    const method = 'approved_proposal';
    if (proposerId === OPERATOR) {
      const roles = ROLES.map((role) => ({ tenant_id: null, slug: null, role, until: null }));
      return { id: OPERATOR, name: 'operator token', method, roles };
    }
    if (proposerId.startsWith(API_KEY_CALLER)) return this.apiKey(tenantId, proposerId, method);
    const found = await this.staff.accountNow(proposerId, this.time.now());
    return found && { id: found.id, name: found.name, method, roles: found.roles };
  }

  /** A key may have its proposals about rules carried out, which it could make itself without the policy. */
  private async apiKey(
    tenantId: string,
    proposerId: string,
    method: StaffCaller['method'],
  ): Promise<StaffCaller | undefined> {
    const keyId = proposerId.slice(API_KEY_CALLER.length);
    const key = await this.tenants.apiKey(tenantId, keyId);
    const hasExpired = typeof key?.expires_at === 'string' && Date.parse(key.expires_at) <= this.time.now().getTime();
    if (!key || key.revoked_at !== null || hasExpired || !key.scopes.includes('write')) return undefined;
    const [tenant] = await this.tenants.tenants({ limit: 1, offset: 0 }, [tenantId]);
    if (!tenant) return undefined;
    const roles = [{ tenant_id: tenantId, slug: tenant.slug, role: 'compliance_admin' as const, until: null }];
    return { id: proposerId, name: `API key ${key.label ?? keyId}`, method, roles };
  }
}
