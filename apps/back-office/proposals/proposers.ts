import { Injectable } from '@nestjs/common';
import { ROLES } from '@probity/contracts/staff/words';
import { TimeSource } from '@probity/platform/time-source';
import { GenuineStaff } from '../auth/genuine-staff';
import { INSTITUTION_KEY, isKey, OPERATOR, type StaffCaller } from '../auth/staff-caller';
import { endOf } from '../api-keys/keys-in-events';
import { TenantHistory } from './tenant-history';

/** Finds the proposers of approved proposals again, with what they may do now. */
@Injectable()
export class Proposers {
  constructor(
    private readonly staff: GenuineStaff,
    private readonly history: TenantHistory,
    private readonly time: TimeSource,
  ) {}

  /** Undefined when the account is disabled, or the API key of the tenant has ended. */
  async caller(proposerId: string, tenantId: string): Promise<StaffCaller | undefined> {
    const method = 'approved_proposal';
    if (proposerId === OPERATOR) {
      const roles = ROLES.map((role) => ({ tenant_id: null, slug: null, role, until: null }));
      return { id: OPERATOR, name: 'operator token', method, roles };
    }
    if (isKey(proposerId)) return this.institution(proposerId, tenantId);
    const found = await this.staff.accountNow(proposerId, this.time.now());
    return found && { id: found.id, name: found.name, method, roles: found.roles };
  }

  /** Whether the proposer is a platform operator, or had the operator token, which can make operators. */
  async isOperator(proposerId: string, tenantId: string): Promise<boolean> {
    const caller = await this.caller(proposerId, tenantId);
    return caller === undefined || caller.roles.some(({ role }) => role === 'platform_operator');
  }

  /** For its one approved request, an API key has the role that changes rules: without the policy it changes them alone. */
  private async institution(id: string, tenantId: string): Promise<StaffCaller | undefined> {
    const { slug, keys } = await this.history.upToNow(tenantId);
    const key = keys.get(id.slice(INSTITUTION_KEY.length));
    if (!key?.grant.scopes.includes('write') || endOf(key) <= this.time.now().getTime()) return undefined;
    const role = { tenant_id: tenantId, slug, role: 'compliance_admin' as const, until: null };
    return { id, name: key.grant.label ?? 'an API key', method: 'approved_proposal', roles: [role] };
  }
}
