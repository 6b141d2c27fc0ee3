import { createHmac } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Proposal } from '@probity/contracts/proposals/views';
import { found, invalid, notFound } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { TimeSource } from '@probity/platform/time-source';
import { Worker } from '@probity/platform/worker';
import { ProposalQueries, type ProposalToApply } from '@probity/read-side/proposals/proposal-queries';
import { LOGGER } from '../logger.token';
import { StaffSecrets } from '../staff/staff-secrets';
import { type ApprovedRequest, ApprovedRequests } from './approved-requests';
import { GroupProposals } from './group-proposals';
import { Proposals } from './proposals';
import { Proposers } from './proposers';

const LOOK_MS = 5_000;
/** After so long, an approved proposal without an outcome is carried out again: its process has ended. */
const RESUME_AFTER_MS = 60_000;
/** The changes whose response holds what only the proposer may read. */
const WITH_RESULT: readonly string[] = ['create_api_key', 'change_staff'];
const CONTEXT = 'Probity: trace of a proposal ';

interface Sent {
  status: number;
  body: { code?: string; message?: string; data?: Record<string, unknown> } | null;
}

/**
 * Carries out approved proposals: sends the request of each, as it was reviewed, to this back office as the proposer.
 *
 * Guarantees: an approved proposal gets one outcome, also when its process ends in between. It is carried out at most
 * once: its request has an Idempotency-Key, and before a repetition the audit trail is searched for its effect.
 */
@Injectable()
export class ApplyProposals implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly worker: Worker;

  constructor(
    private readonly proposals: Proposals,
    private readonly queries: ProposalQueries,
    private readonly proposers: Proposers,
    private readonly approved: ApprovedRequests,
    private readonly groups: GroupProposals,
    private readonly secrets: StaffSecrets,
    private readonly time: TimeSource,
    private readonly host: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.worker = new Worker(() => this.settleDue(), logger, LOOK_MS);
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.worker.stop();
  }

  /** Carries out an approved proposal. Without a definite response, the proposal stays approved and is resumed. */
  async apply(id: string): Promise<void> {
    const proposal = found('proposal', id, await this.queries.toApply(id));
    const view = await this.proposals.read(proposal.tenant_id, id);
    if (view.status !== 'approved') return;
    const cause = this.causeOf(id);
    if (await this.queries.hasCaused(proposal.tenant_id, cause)) return this.applied(proposal, view, cause);
    const { status, body } = await this.send(proposal, view, false);
    if (status < 300 && status !== 202) return this.applied(proposal, view, cause);
    const isUnknown = status >= 500 || status === 429 || body?.code === 'idempotency_key_in_progress';
    if (isUnknown)
      return this.logger.warn({ proposal: id, status }, 'the outcome of a proposal is unknown; it is resumed');
    // An earlier attempt may have made the change, so that this one is rejected.
    if (await this.queries.hasCaused(proposal.tenant_id, cause)) return this.applied(proposal, view, cause);
    const { code = 'internal', message = 'the change was rejected' } = body ?? {};
    await this.fail(proposal, code, message);
  }

  /**
   * What the request of an applied proposal returned, such as a new API key; for its proposer only.
   *
   * @throws Refusal `not_found`, `proposal_not_applied`, `result_expired`
   */
  async resultFor(callerId: string, proposal: Proposal, tenantId: string): Promise<Record<string, unknown> | null> {
    if (proposal.proposer_id !== callerId) throw notFound('proposal', proposal.id);
    if (proposal.status !== 'applied') throw invalid('proposal_not_applied', `the proposal is ${proposal.status}`);
    // Other changes have no result that only the proposer knows.
    if (!WITH_RESULT.includes(proposal.action) || proposal.request.method !== 'POST') return null;
    const toApply = found('proposal', proposal.id, await this.queries.toApply(proposal.id));
    if (toApply.tenant_id !== tenantId) throw notFound('proposal', proposal.id);
    const { status, body } = await this.send(toApply, proposal, true);
    if (status >= 300) throw resultExpired();
    return body?.data ?? null;
  }

  /** @param onlyStored whether to read the stored response of the change that was made before */
  private async send(proposal: ProposalToApply, view: Proposal, onlyStored: boolean): Promise<Sent> {
    const { request, proposer_id, made_at: proposedAt } = view;
    const caller = await this.proposers.caller(proposer_id);
    if (!caller) {
      const message = 'the proposer no longer has the account. No changes were made.';
      return { status: 403, body: { code: 'permission_denied', message } };
    }
    const about = { proposalId: proposal.id, stateHash: proposal.state_hash, caller, onlyStored };
    const approved = { ...about, approver: approverOf(view), proposedAt };
    return this.approved.during(approved, async (token) => {
      const response = await this.host.httpAdapter.getInstance<FastifyInstance>().inject({
        method: request.method as InjectOptions['method'],
        url: request.url,
        headers: {
          host: 'proposals',
          authorization: `Bearer ${token}`,
          traceparent: this.causeOf(proposal.id),
          ...(request.method === 'POST' && { 'idempotency-key': `proposal-${proposal.id}` }),
          ...(request.body && { 'content-type': 'application/json' }),
        },
        ...(request.body && { payload: JSON.stringify(request.body) }),
      });
      const body = response.payload === '' ? null : (JSON.parse(response.payload) as Sent['body']);
      return { status: response.statusCode, body };
    });
  }

  /**
   * The trace of the request, which the audit trail names in each entry that the request causes. Not derivable without
   * the master key: otherwise a proposer could cause another entry with it, and the change would seem to be made.
   */
  private causeOf(id: string): string {
    const ids = createHmac('sha256', this.secrets.masterKeys[0]!).update(`${CONTEXT}${id}`).digest('hex');
    return `00-${ids.slice(0, 32)}-${ids.slice(32, 48)}-00`;
  }

  /** Several alerts may be decided in part, because one failed or the process ended in between. */
  private async applied(proposal: ProposalToApply, { request }: Proposal, cause: string): Promise<void> {
    const { id, tenant_id } = proposal;
    const left = await this.groups.left(tenant_id, request);
    if (left) return this.fail(proposal, 'partly_decided', left);
    const data = { proposal_id: id, tenant_id, cause, applied_at: this.time.now().toISOString() };
    return this.proposals.settle(id, { type: 'ProposalApplied', data });
  }

  private fail({ id, tenant_id }: ProposalToApply, code: string, message: string): Promise<void> {
    const data = { proposal_id: id, tenant_id, code, message, failed_at: this.time.now().toISOString() };
    return this.proposals.settle(id, { type: 'ProposalFailed', data });
  }

  /** Ends proposals whose time is over, and carries out those whose process ended before it did. */
  async settleDue(): Promise<boolean> {
    const now = this.time.now();
    for (const id of await this.queries.overdue(now)) {
      const { tenant_id } = found('proposal', id, await this.queries.toApply(id));
      await this.proposals.expire(tenant_id, id);
    }
    for (const id of await this.queries.unapplied(new Date(now.getTime() - RESUME_AFTER_MS))) {
      // One that fails must not keep the others waiting.
      await this.apply(id).catch((err: unknown) =>
        this.logger.warn({ err, proposal: id }, 'a proposal is resumed later'),
      );
    }
    return false;
  }
}

/** The view of a proposal that was approved says by whom. */
const approverOf = ({ decided_by, decided_by_id, decision_reason }: Proposal): ApprovedRequest['approver'] => ({
  officer: decided_by!,
  officer_id: decided_by_id!,
  reason: decision_reason!,
});

const resultExpired = () =>
  invalid('result_expired', 'the result of a proposal is kept for 24 hours after it was carried out; make a new one');
