import { Inject, Injectable } from '@nestjs/common';
import { dismissAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import type { DecidedTogether } from '@probity/contracts/alerts/group-views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { canonicalHash } from '@probity/platform/canonical-json';
import { invalid, notFound, Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { AlertGroups, type AlertToDecide } from '@probity/read-side/alerts/alert-groups';
import { alertAsSeen } from '@probity/read-side/proposals/as-seen';
import type { Officer } from '../auth/staff-caller';
import { LOGGER } from '@probity/platform/logger.token';
import { FourEyes } from '../proposals/four-eyes';
import type { Review } from '../proposals/review';
import type { ReviewedChange } from '../proposals/reviewed-change';
import type { DecideTogetherBody } from './alerts-together.dto';
import { isActive, needsTwoPeople } from './needs-two-people';

/** Decisions at the same time. Each scores a customer again. */
const AT_ONCE = 4;

type Failure = DecidedTogether['failed'][number];

/**
 * Decides several alerts with one reason. Each gets a decision of its own. Alerts that need a second person wait in one
 * proposal; the others are decided at once. Repeating it decides nothing twice.
 */
@Injectable()
export class DecideTogether {
  constructor(
    private readonly groups: AlertGroups,
    private readonly commands: CommandBus,
    private readonly fourEyes: FourEyes,
    private readonly operations: KeyedOperations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws Refusal `proposal_outdated` when an alert of an approved proposal has changed since; then none is decided */
  decide(tenant: TenantView, by: Officer, review: Review, body: DecideTogetherBody): Promise<DecidedTogether> {
    // The key of the request is that of all decisions together, and not of each command.
    return this.operations.ofRequest({}, () => this.decideEach(tenant, by, review, body));
  }

  private async decideEach(
    tenant: TenantView,
    by: Officer,
    review: Review,
    body: DecideTogetherBody,
  ): Promise<DecidedTogether> {
    const ids = body.alert_ids.map((id) => id.toLowerCase());
    const known = new Map((await this.groups.toDecide(tenant.id, ids)).map((alert) => [alert.id, alert]));
    const failed = ids.filter((id) => !known.has(id)).map((id): Failure => failureOf(id, notFound('alert', id)));
    const alerts = ids.flatMap((id) => known.get(id) ?? []);
    if (review.approved) return this.decideApproved(tenant, by, review, body, alerts);

    const { mustPropose } = review;
    const policy = await this.fourEyes.policyOf(tenant);
    const waiting = alerts.filter((alert) => isActive(alert) && (mustPropose || needsTwoPeople(policy, alert)));
    const closed = alerts.filter((alert) => mustPropose && !isActive(alert));
    failed.push(...closed.map(({ id, status }) => failureOf(id, invalid('alert_closed', `alert ${id} is ${status}`))));
    const proposal_id = waiting.length === 0 ? null : await this.propose(tenant, review, body, waiting);
    const atOnce = alerts.filter((alert) => !waiting.includes(alert) && !closed.includes(alert));
    const outcome = await this.decideAll(tenant, by, body, atOnce);
    const proposed = waiting.map(({ id }) => id);
    return { decided: outcome.decided, proposed, proposal_id, failed: [...failed, ...outcome.failed] };
  }

  /** Two people saw these alerts. If none can be decided, the proposal fails. */
  private async decideApproved(
    tenant: TenantView,
    by: Officer,
    review: Review,
    body: DecideTogetherBody,
    alerts: AlertToDecide[],
  ): Promise<DecidedTogether> {
    await this.fourEyes.review(review, tenant, changeOf(body, alerts));
    const { decided, failed } = await this.decideAll(tenant, by, body, alerts, true);
    const [first] = failed;
    if (decided.length === 0 && first) throw invalid('not_decided', `no alert was decided: ${first.message}`);
    return { decided, proposed: [], proposal_id: null, failed };
  }

  /** The proposal is about the alerts that need it, and only about them. */
  private async propose(
    tenant: TenantView,
    review: Review,
    body: DecideTogetherBody,
    waiting: AlertToDecide[],
  ): Promise<string> {
    const request = { ...review.request, body: { ...body, alert_ids: waiting.map(({ id }) => id) } };
    const proposal = await this.fourEyes.review({ ...review, request }, tenant, changeOf(body, waiting));
    void review.reply.status(200); // the response is about all alerts
    return proposal!.id;
  }

  private async decideAll(
    tenant: TenantView,
    by: Officer,
    { decision, resolution, reason }: DecideTogetherBody,
    alerts: AlertToDecide[],
    isReviewed = false,
  ): Promise<{ decided: string[]; failed: Failure[] }> {
    const decided = new Set<string>();
    const failures = new Map<string, Failure>();
    const waiting = [...alerts];
    const decideNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id, status } = next;
        const as_seen = alertAsSeen(next);
        const reviewed = isReviewed ? { reviewed: canonicalHash({ status }) } : {};
        const request = { tenant_id: tenant.id, alert_id: id, reason, ...by, ...reviewed, as_seen };
        try {
          if (decision === 'resolve') await this.commands.send(resolveAlert, { ...request, resolution: resolution! });
          else await this.commands.send(dismissAlert, request);
          decided.add(id);
        } catch (error) {
          if (!(error instanceof Refusal)) this.logger.error({ err: error, alert: id }, 'an alert was not decided');
          failures.set(id, failureOf(id, error));
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, decideNext));
    const inOrder = alerts.map(({ id }) => id);
    return {
      decided: inOrder.filter((id) => decided.has(id)),
      failed: inOrder.flatMap((id) => failures.get(id) ?? []),
    };
  }
}

function changeOf({ decision, resolution, reason }: DecideTogetherBody, alerts: AlertToDecide[]): ReviewedChange {
  const count = alerts.length === 1 ? 'one alert' : `${alerts.length} alerts`;
  const summary = decision === 'resolve' ? `resolve ${count} as ${resolution}` : `dismiss ${count} as false positive`;
  return {
    action: 'decide_alert',
    subject: ['alert', alerts[0]?.id ?? ''],
    summary,
    reason,
    needed: () => true,
    state: alerts.map(({ id, status }) => ({ id, status })),
    shown: { alerts: alerts.map(({ id, severity, alert_type, status }) => ({ id, severity, alert_type, status })) },
  };
}

function failureOf(alert_id: string, error: unknown): Failure {
  if (error instanceof Refusal) return { alert_id, code: error.code, message: error.message };
  const message = `it is not known whether alert ${alert_id} was decided; look at it before you repeat the decision`;
  return { alert_id, code: 'internal', message };
}
