import { Body, Get, Patch } from '@nestjs/common';
import { LIMIT_NAMES, LIMITS, limitsWith, type TenantLimits } from '@probity/contracts/limits/limits';
import { ChangedLimits, CurrentLimits } from '@probity/contracts/limits/views';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { TenantView } from '@probity/contracts/tenants/views';
import { canonicalJson } from '@probity/platform/canonical-json';
import { invalid, Refusal } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { LimitQueries, type StoredLimits } from '@probity/read-side/limits/limit-queries';
import { Tenant } from '../tenants/tenant.decorator';
import { TenantStream } from '../tenants/tenant-stream';
import { decideLimits, limitNotes } from './decide-limits';
import { ChangeLimitsBody } from './limits.dto';
import { Caller, officerOf, rolesFor, type StaffCaller } from '../auth/staff-caller';

const MAX_PROBLEMS = 5;

const REFUSALS: DocumentedRefusal[] = [
  {
    code: 'invalid_limits',
    message: 'ledgers must be a whole number of ledgers from 0 to 1000000, or null for the default',
    when: 'a limit is unknown or out of its bounds; `message` names each of them',
  },
  {
    code: 'limits_changed',
    message: 'expected_version is 1, but the limits have version 2; read them and decide again',
    when: 'the limits have another version than the expected one',
  },
];

@ApiController('Limits', 'tenants/:slug/limits')
export class LimitsController {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: LimitQueries,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the limits of a tenant, with what it uses of them',
    permission: 'read_configuration',
    data: CurrentLimits,
  })
  async list(@Tenant() tenant: TenantView) {
    const [stored, inUse] = await Promise.all([this.queries.stored(tenant.id), this.queries.inUse(tenant.id)]);
    return described(stored, inUse);
  }

  @Patch()
  @ApiRoute({
    summary: 'Change limits of a tenant',
    permission: 'change_limits',
    data: ChangedLimits,
    refusals: REFUSALS,
  })
  async change(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Body() { limits: change, reason, expected_version }: ChangeLimitsBody,
  ) {
    let before!: StoredLimits;
    let after!: StoredLimits;
    const decide = async (): Promise<TenantEvent | undefined> => {
      before = await this.queries.stored(tenant.id);
      if ((expected_version ?? before.version) !== before.version) {
        throw invalid(
          'limits_changed',
          `expected_version is ${expected_version}, but the limits have version ${before.version}; ` +
            'read them and decide again',
        );
      }
      const { set: limits, problems } = decideLimits(before.limits, change);
      if (problems) throw invalid('invalid_limits', sentence(problems));
      if (!rolesFor(caller, tenant.slug).includes('platform_operator')) refuseRaised(before.limits, limits);
      after = before;
      if (canonicalJson(limits) === canonicalJson(before.limits)) return undefined;
      after = { version: before.version + 1, limits };
      const changed_at = new Date().toISOString();
      return {
        type: 'TenantLimitsChanged',
        data: { tenant_id: tenant.id, ...after, reason, ...officerOf(caller), changed_at },
      };
    };
    await this.stream.append(tenant.id, decide);

    const inUse = await this.queries.inUse(tenant.id);
    return { ...described(after, inUse), notes: limitNotes(before.limits, after.limits, inUse) };
  }
}

/**
 * A limit protects the other tenants, so the admin of a tenant only lowers it: the value may be an operator's.
 *
 * @throws Refusal `permission_denied`
 */
function refuseRaised(before: Partial<TenantLimits>, after: Partial<TenantLimits>): void {
  const [old, wanted] = [limitsWith(before), limitsWith(after)];
  for (const name of LIMIT_NAMES) {
    if (wanted[name] <= old[name]) continue;
    throw new Refusal('forbidden', 'permission_denied', `only a platform operator raises ${name} above ${old[name]}`);
  }
}

function described({ version, limits: set }: StoredLimits, inUse: Partial<TenantLimits>): CurrentLimits {
  const values = limitsWith(set);
  const limits = LIMIT_NAMES.map((name) => ({
    name,
    value: values[name],
    in_use: inUse[name] ?? null,
    ...LIMITS[name],
  }));
  return { version, limits };
}

function sentence(problems: string[]): string {
  const first = problems.slice(0, MAX_PROBLEMS).join('; ');
  return problems.length > MAX_PROBLEMS ? `${first}; and ${problems.length - MAX_PROBLEMS} more` : first;
}
