import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { assignAlert } from '@probity/contracts/alerts/commands';
import type { AssignmentRule } from '@probity/contracts/settings/assignment-rules';
import { SYSTEM } from '@probity/contracts/staff/officer';
import { permissionOf } from '@probity/contracts/staff/permissions';
import { CommandBus } from '@probity/messaging/command-bus';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import { TimeSource } from '@probity/platform/time-source';
import {
  AlertsToAssign,
  type AlertToAssign,
  type Assigned,
  type Place,
} from '@probity/read-side/alerts/alerts-to-assign';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { GenuineStaff } from '../../auth/genuine-staff';
import { rolesFor } from '../../auth/staff-caller';
import { LOGGER } from '@probity/platform/logger.token';
import { type Colleague, ruleFor, Team } from './choose-assignee';

const LOOK_MS = 5_000;
/** Of one tenant in one look, so that tenants take turns. */
const AT_ONCE = 200;
/** Alerts whose transactions take longer than this to end may be missed until the next look at everything. */
const LATE_MS = 60_000;
/** Staff may have got a role since, so alerts for which there was no colleague are looked at again. */
const EVERYTHING_MS = 600_000;
/** The alert was decided, assigned or erased meanwhile. */
const OVERTAKEN = new Set(['alert_closed', 'alert_assigned', 'not_found']);

const { roles: MAY_WORK } = permissionOf('work_on_cases');

/** How far the alerts of a tenant were looked at. */
interface Position {
  /** of the settings; other rules begin anew */
  version: number;
  /** moves on with new alerts, however many older ones wait for a colleague */
  newest: Place;
  /** of the look at everything, which begins again once it has ended */
  all: { beganAt: number; ended: boolean; place?: Place | undefined };
}

/**
 * Assigns new alerts by the rules of their tenants, and takes alerts from staff who may no longer work on them: these
 * go where a rule says, or to no one. Several processes may do it at the same time: the first command counts.
 */
@Injectable()
export class AssignByRule implements OnModuleInit, OnModuleDestroy {
  private readonly stopping = new AbortController();
  /** how far each tenant's new alerts were looked at */
  private readonly positions = new Map<string, Position>();
  private running: Promise<void> | undefined;

  constructor(
    private readonly alerts: AlertsToAssign,
    private readonly staff: StaffQueries,
    private readonly genuine: GenuineStaff,
    private readonly commands: CommandBus,
    private readonly time: TimeSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.running = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Does what is due now. */
  async look(): Promise<void> {
    const tenants = await this.alerts.rules();
    const rules = new Map(tenants.map(({ tenant_id, rules }) => [tenant_id, rules]));
    for (const { tenant_id, version, rules } of tenants) {
      await this.tryFor(tenant_id, () => this.assignNew(tenant_id, version, rules));
    }
    for (const id of this.positions.keys()) if (!rules.has(id)) this.positions.delete(id);
    for (const one of await this.alerts.assignedWithout(MAY_WORK)) {
      await this.tryFor(one.tenant_id, () => this.takeFrom(one, rules.get(one.tenant_id) ?? []));
    }
  }

  /** The alerts of one tenant do not keep those of the others waiting. */
  private async tryFor(tenant: string, work: () => Promise<void>): Promise<void> {
    if (this.stopping.signal.aborted) return;
    await work().catch((err: unknown) => {
      this.logger.warn({ err, tenant }, 'alerts of a tenant cannot be assigned by rule; retrying');
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pause(LOOK_MS, signal);
      if (signal.aborted) return;
      await this.look().catch((err: unknown) => {
        if (!signal.aborted) this.logger.warn({ err }, 'alerts cannot be assigned by rule; retrying');
      });
    }
  }

  private async assignNew(tenantId: string, version: number, rules: AssignmentRule[]): Promise<void> {
    const now = this.time.now().getTime();
    const known = this.positions.get(tenantId);
    const position = known?.version === version ? known : beginning(version, now);
    this.positions.set(tenantId, position);
    position.newest = (await this.assignAfter(tenantId, position.newest, rules)).place!;
    if (position.all.ended && now - position.all.beganAt >= EVERYTHING_MS)
      position.all = { beganAt: now, ended: false };
    if (position.all.ended) return;
    const { place, found } = await this.assignAfter(tenantId, position.all.place, rules);
    position.all = { ...position.all, place, ended: found < AT_ONCE };
  }

  /** Returns where to go on: before the alerts that are so new that older ones may still appear. */
  private async assignAfter(
    tenantId: string,
    after: Place | undefined,
    rules: AssignmentRule[],
  ): Promise<{ place: Place | undefined; found: number }> {
    const settledBefore = this.time.now().getTime() - LATE_MS;
    const found = await this.alerts.new(tenantId, after, AT_ONCE);
    await this.assign(tenantId, found, rules, (alert, rule, to) =>
      rule && to ? this.send(tenantId, alert.id, to, `rule ${rule.name}`, { if_unassigned: true }) : undefined,
    );
    const last = found.findLast(({ created_at }) => created_at.getTime() < settledBefore);
    return { place: last ?? after, found: found.length };
  }

  private async takeFrom(one: Assigned, rules: AssignmentRule[]): Promise<void> {
    if (await this.mayWork(one)) return;
    const { tenant_id, assignee_id } = one;
    const found = await this.alerts.of(tenant_id, assignee_id, AT_ONCE);
    await this.assign(tenant_id, found, rules, (alert, rule, to) =>
      this.send(tenant_id, alert.id, to, rule && to ? `rule ${rule.name}` : 'Probity', { if_assigned_to: assignee_id }),
    );
  }

  private async assign(
    tenantId: string,
    alerts: AlertToAssign[],
    rules: AssignmentRule[],
    give: (alert: AlertToAssign, rule?: AssignmentRule, to?: Colleague) => Promise<void> | undefined,
  ): Promise<void> {
    if (alerts.length === 0) return;
    const team = await this.team(tenantId, rules);
    for (const alert of alerts) {
      if (this.stopping.signal.aborted) return;
      const rule = ruleFor(alert, rules);
      await give(alert, rule, rule && team.next(rule));
    }
  }

  private async team(tenantId: string, rules: AssignmentRule[]): Promise<Team> {
    const accounts = [...new Set(rules.flatMap(({ assignees }) => assignees))];
    const [able, loads] = await Promise.all([
      this.staff.theseWithRole(tenantId, MAY_WORK, accounts),
      this.alerts.loads(tenantId, accounts),
    ]);
    return new Team(new Map(able.map((colleague) => [colleague.id, colleague])), loads);
  }

  /** Whether the account may work in the tenant in another way, such as emergency access. */
  private async mayWork({ assignee_id, slug }: Assigned): Promise<boolean> {
    const account = await this.genuine.accountNow(assignee_id, this.time.now());
    return account !== undefined && rolesFor(account, slug).some((role) => MAY_WORK.includes(role));
  }

  private async send(
    tenant_id: string,
    alert_id: string,
    to: Colleague | undefined,
    officer: string,
    only: { if_unassigned: true } | { if_assigned_to: string },
  ): Promise<void> {
    const assignee = { assignee: to?.name ?? null, assignee_id: to?.id ?? null };
    try {
      await this.commands.send(assignAlert, { tenant_id, alert_id, ...assignee, officer, officer_id: SYSTEM, ...only });
    } catch (error) {
      if (!(error instanceof Refusal && OVERTAKEN.has(error.code))) throw error;
    }
  }
}

const beginning = (version: number, now: number): Position => ({
  version,
  newest: { created_at: new Date(now - LATE_MS), id: NIL },
  all: { beganAt: now, ended: false },
});
