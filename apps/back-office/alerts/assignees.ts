import { Injectable } from '@nestjs/common';
import type { Assignee } from '@probity/contracts/alerts/views';
import type { AssignmentRule } from '@probity/contracts/settings/assignment-rules';
import { permissionOf } from '@probity/contracts/staff/permissions';
import type { TenantView } from '@probity/contracts/tenants/views';
import { invalid } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import type { Page } from '@probity/read-side/page';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { GenuineStaff } from '../auth/genuine-staff';
import { OPERATOR, rolesFor, type StaffCaller } from '../auth/staff-caller';

/** Finds the members of staff to whom alerts of a tenant can be assigned. */
@Injectable()
export class Assignees {
  constructor(
    private readonly staff: StaffQueries,
    private readonly genuine: GenuineStaff,
    private readonly time: TimeSource,
  ) {}

  /** By name; without people whose access is for an emergency only. */
  list({ id }: TenantView, page: Page): Promise<Assignee[]> {
    return this.staff.withRole(id, permissionOf('work_on_cases').roles, page);
  }

  /**
   * Rejects rules of assignment with accounts that may not work on alerts. Such a rule would wait for them in silence.
   *
   * @throws Refusal `invalid_assignee`
   */
  async refuseUnable({ id, slug }: TenantView, rules: readonly AssignmentRule[]): Promise<void> {
    const named = [...new Set(rules.flatMap(({ assignees }) => assignees))];
    const { roles } = permissionOf('work_on_cases');
    const able = new Set((await this.staff.theseWithRole(id, roles, named)).map((account) => account.id));
    const unable = named.find((account) => !able.has(account));
    if (unable === undefined) return;
    throw invalid(
      'invalid_assignee',
      `queue.assignment names account ${unable}, which is not on the staff of ${slug}, or may not work on alerts there; name a ${roles.join(' or ')}`,
    );
  }

  /**
   * @param named `me`, `none`, or an account
   * @throws Refusal `invalid_assignee` unless the account may work on alerts of the tenant
   */
  async assignee(named: string, caller: StaffCaller, { slug }: TenantView) {
    const accountId = accountNamed(named, caller);
    if (accountId === null) return { assignee: null, assignee_id: null };
    const account = await this.genuine.accountNow(accountId, this.time.now());
    const { roles } = permissionOf('work_on_cases');
    if (!account || !rolesFor(account, slug).some((role) => roles.includes(role))) {
      throw invalid(
        'invalid_assignee',
        `account ${accountId} is not on the staff of ${slug}, or may not work on alerts there; assign it to a ${roles.join(' or ')}`,
      );
    }
    return { assignee: account.name, assignee_id: accountId };
  }
}

/**
 * The account; null for `none`.
 *
 * @throws Refusal `invalid_assignee` for the operator token, which is not an account
 */
export function accountNamed(named: string, { id }: Pick<StaffCaller, 'id'>): string | null {
  if (named === 'none') return null;
  if (named !== 'me') return named.toLowerCase();
  if (id !== OPERATOR) return id;
  throw invalid('invalid_assignee', 'the operator token is not an account; sign in, or name an account');
}
