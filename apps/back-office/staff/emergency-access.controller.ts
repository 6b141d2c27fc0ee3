import { Body, Get, Post } from '@nestjs/common';
import { EmergencyAccess, EmergencyAccessInForce } from '@probity/contracts/staff/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { TimeSource } from '@probity/platform/time-source';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { By, Caller, OPERATOR, type Officer, officerOf, rolesFor, type StaffCaller } from '../auth/staff-caller';
import { Tenant } from '../tenants/tenant.decorator';
import { TenantStream } from '../tenants/tenant-stream';
import { ReasonBody } from './decision.dto';
import { EmergencyAccessBody } from './staff.dto';

const MINUTE_MS = 60_000;

/** "Breaking the glass": how a platform operator gets to the data of a tenant in an emergency. */
@ApiController('Staff', 'tenants/:slug/emergency-access')
export class EmergencyAccessController {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: StaffQueries,
    private readonly operations: KeyedOperations,
    private readonly time: TimeSource,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Take roles in a tenant for a short time; the audit trail of the tenant shows it',
    permission: 'open_emergency_access',
    data: EmergencyAccess,
  })
  open(@Tenant() tenant: TenantView, @By() by: Officer, @Body() { roles, minutes, reason }: EmergencyAccessBody) {
    const now = this.time.now();
    const until = new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
    return this.operations.ofRequest({ until }, async ({ until }, access_id) => {
      await this.stream.append(tenant.id, async () => {
        if (await this.queries.hasEmergencyAccess(access_id)) return undefined;
        const opened_at = now.toISOString();
        const data = { tenant_id: tenant.id, access_id, ...by, roles, reason, until, opened_at };
        return { type: 'EmergencyAccessOpened', data };
      });
      return { id: access_id, roles, reason, until };
    });
  }

  @Get()
  @ApiRoute({
    summary: 'List the emergency access to a tenant that has not ended',
    permission: 'end_emergency_access',
    list: EmergencyAccessInForce,
  })
  list(@Tenant() tenant: TenantView) {
    return this.queries.emergencyAccess(tenant.id, this.time.now());
  }

  /** Access that has ended stays as it is. */
  @Post(':accessId/end')
  @ApiRoute({
    summary: 'End emergency access before its time: the roles stop at once',
    permission: 'end_emergency_access',
    status: 200,
    data: EmergencyAccessInForce,
  })
  end(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('accessId') accessId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.operations.ofRequest({}, async () => {
      await this.stream.append(tenant.id, async () => {
        await this.endable(tenant, accessId, caller);
        const now = this.time.now();
        if (!(await this.queries.oneEmergencyAccess(tenant.id, accessId, now))) return undefined;
        const ended_at = now.toISOString();
        const data = { tenant_id: tenant.id, access_id: accessId, ...officerOf(caller), reason, ended_at };
        return { type: 'EmergencyAccessEnded', data };
      });
      return this.endable(tenant, accessId, caller);
    });
  }

  /** @throws Refusal `not_found`, also for the access of another operator */
  private async endable(tenant: TenantView, accessId: string, caller: StaffCaller): Promise<EmergencyAccessInForce> {
    const access = await this.queries.oneEmergencyAccess(tenant.id, accessId, null);
    const mayEndAll = caller.id === OPERATOR || rolesFor(caller, tenant.slug).includes('tenant_admin');
    const mayEnd = access !== undefined && (mayEndAll || access.officer_id === caller.id);
    return found('emergency access', accessId, mayEnd ? access : undefined);
  }
}
