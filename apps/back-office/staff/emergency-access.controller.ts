import { Body, Post } from '@nestjs/common';
import { EmergencyAccess } from '@probity/contracts/staff/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { TimeSource } from '@probity/platform/time-source';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { By, type Officer } from '../auth/staff-caller';
import { Tenant } from '../tenants/tenant.decorator';
import { TenantStream } from '../tenants/tenant-stream';
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
}
