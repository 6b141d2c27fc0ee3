import { createHmac } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { invalid, notFound } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { TimeSource } from '@probity/platform/time-source';
import { Worker } from '@probity/platform/worker';
import { proposerId } from '@probity/read-side/proposals/proposal-projection';
import { ProposalQueries } from '@probity/read-side/proposals/proposal-queries';
import { LOGGER } from '@probity/platform/logger.token';
import { StaffSecrets } from '../staff/staff-secrets';
import { ApprovedRequests } from './approved-requests';
import { GenuineProposals } from './genuine-proposals';
import { GroupProposals } from './group-proposals';
import type { Made, ProposalState } from './proposal';
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
    private readonly genuine: GenuineProposals,
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

  /**
   * Carries out an approved proposal, as its events say. Without a definite response, the proposal stays approved and is
   * resumed.
   */
  async apply(id: string): Promise<void> {
    const proposal = await this.proposals.load(id);
    if (proposal?.status !== 'approved') return;
    const { tenant_id } = proposal.made;
    const cause = this.causeOf(id);
    if (await this.queries.hasCaused(tenant_id, cause)) return this.applied(proposal.made, cause);
    const { status, body } = await this.send(proposal, false);
    if (status < 300 && status !== 202) return this.applied(proposal.made, cause);
    const isUnknown = status >= 500 || status === 429 || body?.code === 'idempotency_key_in_progress';
    if (isUnknown)
      return this.logger.warn({ proposal: id, status }, 'the outcome of a proposal is unknown; it is resumed');
    // An earlier attempt may have made the change, so that this one is rejected.
    if (await this.queries.hasCaused(tenant_id, cause)) return this.applied(proposal.made, cause);
    const { code = 'internal', message = 'the change was rejected' } = body ?? {};
    await this.fail(id, code, message);
  }

  /**
   * What the request of an applied proposal returned, such as a new API key; for its proposer only.
   *
   * @throws Refusal `not_found`, `proposal_not_applied`, `result_expired`
   */
  async resultFor(callerId: string, id: string, tenantId: string): Promise<Record<string, unknown> | null> {
    const proposal = await this.proposals.load(id);
    if (proposal?.made.tenant_id !== tenantId || proposerId(proposal.made.actor) !== callerId)
      throw notFound('proposal', id);
    if (proposal.status !== 'applied') throw invalid('proposal_not_applied', `the proposal is ${proposal.status}`);
    // Other changes have no result that only the proposer knows.
    const { action, request } = proposal.made;
    if (!WITH_RESULT.includes(action) || request.method !== 'POST') return null;
    const { status, body } = await this.send(proposal, true);
    if (status >= 300) throw resultExpired();
    return body?.data ?? null;
  }

  /** @param onlyStored whether to read the stored response of the change that was made before */
  private async send({ made, decision }: ProposalState, onlyStored: boolean): Promise<Sent> {
    const { proposal_id: proposalId, tenant_id: tenantId, request, state_hash: stateHash, made_at: proposedAt } = made;
    const caller = await this.proposers.caller(proposerId(made.actor), tenantId);
    if (!caller) {
      const message = 'the proposer no longer has the account. No changes were made.';
      return { status: 403, body: { code: 'permission_denied', message } };
    }
    const approver = { officer: decision!.officer, officer_id: decision!.officer_id!, reason: decision!.reason };
    const approved = {
      proposalId,
      tenantId,
      stateHash,
      caller: { ...caller, proposalId },
      onlyStored,
      approver,
      proposedAt,
    };
    return this.approved.during(approved, async (token) => {
      const response = await this.host.httpAdapter.getInstance<FastifyInstance>().inject({
        method: request.method as InjectOptions['method'],
        url: request.url,
        headers: {
          host: 'proposals',
          authorization: `Bearer ${token}`,
          traceparent: this.causeOf(proposalId),
          ...(request.method === 'POST' && { 'idempotency-key': `proposal-${proposalId}` }),
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
  private async applied({ proposal_id, tenant_id, request }: Made, cause: string): Promise<void> {
    const left = await this.groups.left(tenant_id, request);
    if (left) return this.fail(proposal_id, 'partly_decided', left);
    const applied_at = this.time.now().toISOString();
    return this.proposals.settle(proposal_id, 'approved', (about) => ({
      type: 'ProposalApplied',
      data: { ...about, cause, applied_at },
    }));
  }

  private fail(id: string, code: string, message: string): Promise<void> {
    const failed_at = this.time.now().toISOString();
    return this.proposals.settle(id, 'approved', (about) => ({
      type: 'ProposalFailed',
      data: { ...about, code, message, failed_at },
    }));
  }

  /** Ends proposals whose time is over, and carries out those whose process ended before it did. */
  async settleDue(): Promise<boolean> {
    const now = this.time.now();
    const overdue = await this.genuine.those(await this.queries.overdue(now));
    for (const { id } of overdue) await this.alone(id, this.proposals.expireIfOver(id));
    const unapplied = await this.queries.unapplied(new Date(now.getTime() - RESUME_AFTER_MS));
    for (const { id } of await this.genuine.those(unapplied)) await this.alone(id, this.apply(id));
    return false;
  }

  /** One that fails must not keep the others waiting. */
  private alone(proposal: string, settling: Promise<void>): Promise<void> {
    return settling.catch((err: unknown) => this.logger.warn({ err, proposal }, 'a proposal is settled later'));
  }
}

const resultExpired = () =>
  invalid('result_expired', 'the result of a proposal is kept for 24 hours after it was carried out; make a new one');
