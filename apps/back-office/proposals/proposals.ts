import { Injectable } from '@nestjs/common';
import type { ProposalEvent } from '@probity/contracts/proposals/events';
import type { FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { Proposal } from '@probity/contracts/proposals/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { canonicalHash } from '@probity/platform/canonical-json';
import { found, invalid, notFound, Refusal } from '@probity/platform/errors';
import { isUuid } from '@probity/platform/ids';
import { InTurn } from '@probity/platform/in-turn';
import { TimeSource } from '@probity/platform/time-source';
import { proposerId, requestHash } from '@probity/read-side/proposals/proposal-projection';
import { ProposalQueries } from '@probity/read-side/proposals/proposal-queries';
import { STAFF_ACCOUNT } from '../staff/staff-account';
import { actorNamed, INSTITUTION_KEY, isKey, type Officer } from '../auth/staff-caller';
import { GenuineProposals } from './genuine-proposals';
import type { ReviewedChange } from './reviewed-change';
import { type Made, PROPOSAL, type ProposalState } from './proposal';
import type { Review } from './review';

const HOUR_MS = 3_600_000;
/** How long an approved request that changes nothing, such as an export, may be carried out. */
const APPROVAL_LASTS_HOURS = 24;
/** How many proposals of one proposer, or of all API keys together, wait in a tenant, so that reviewers are not flooded. */
export const MAX_PENDING = 200;

type Decision = 'approve' | 'decline' | 'withdraw';
type Proposed = Omit<ReviewedChange, 'needed'>;
/** The request that is proposed, and its caller. */
type Asked = { caller: Pick<Review['caller'], 'id' | 'name'>; request: Review['request'] };

/** Makes and decides proposals. Of decisions at the same time, the first one counts. */
@Injectable()
export class Proposals {
  private readonly turns = new InTurn();

  constructor(
    private readonly store: AggregateStore,
    private readonly queries: ProposalQueries,
    private readonly genuine: GenuineProposals,
    private readonly operations: KeyedOperations,
    private readonly time: TimeSource,
  ) {}

  /** Returns the pending proposal of the same request if there is one. @throws Refusal `too_many_proposals` */
  make(tenantId: string, { caller, request }: Asked, proposed: Proposed, policy: FourEyesPolicy): Promise<Proposal> {
    return this.operations.ofRequest({ request }, ({ request }, id) =>
      this.makeOnce(id, tenantId, { caller, request }, proposed, policy),
    );
  }

  /** Like `make`, with an id that is the same when the request is delivered again. */
  makeOnce(id: string, tenantId: string, asked: Asked, proposed: Proposed, policy: FourEyesPolicy): Promise<Proposal> {
    // Otherwise requests at the same time would not see each other, and make the same proposal several times.
    const turn = `${tenantId} ${isKey(asked.caller.id) ? INSTITUTION_KEY : asked.caller.id}`;
    return this.turns.run(turn, () => this.makeInTurn(id, tenantId, asked, proposed, policy));
  }

  private async makeInTurn(
    id: string,
    tenantId: string,
    { caller, request }: Asked,
    { action, subject, summary, reason, shown = {}, state }: Proposed,
    policy: FourEyesPolicy,
  ): Promise<Proposal> {
    const now = this.time.now();
    const same = await this.queries.pending(tenantId, caller.id, requestHash(request), now);
    const found = same === undefined ? undefined : await this.genuine.one(tenantId, same);
    if (found) return found;
    if ((await this.queries.countPending(tenantId, caller.id, now)) >= MAX_PENDING) throw tooMany();
    const [subject_type, subject_id] = subject;
    const expires_at = new Date(now.getTime() + policy.expires_after_hours * HOUR_MS).toISOString();
    const about = { proposal_id: id, tenant_id: tenantId, action, subject_type, subject_id, summary, reason };
    const by = { actor: actorNamed(caller.id), actor_name: caller.name };
    const times = { expires_at, made_at: now.toISOString() };
    const data = { ...about, request, shown, state_hash: canonicalHash(state), ...by, ...times };
    await this.store.begin(PROPOSAL, id, { events: [{ id, type: 'ProposalMade', data }] });
    // Counted again: requests at the same time to several back offices did not see each other. The last one sees all.
    if ((await this.queries.countPending(tenantId, caller.id, now)) > MAX_PENDING) {
      await this.expire(id);
      throw tooMany();
    }
    return this.read(tenantId, id);
  }

  /** Whether another person approved the same request of this caller within the last 24 hours. */
  async wasApproved(tenantId: string, { caller, request }: Asked): Promise<boolean> {
    const after = new Date(this.time.now().getTime() - APPROVAL_LASTS_HOURS * HOUR_MS);
    const rows = await this.queries.approved(tenantId, caller.id, requestHash(request), after);
    for (const { proposer_id, made_at } of await this.genuine.those(rows)) {
      if (!(await this.invitedSince(proposer_id, made_at))) return true;
    }
    return false;
  }

  /** A proposal with its events, which say what is carried out; undefined when there is none. */
  async load(id: string): Promise<ProposalState | undefined> {
    return (await this.store.load(PROPOSAL, id))?.state;
  }

  async read(tenantId: string, id: string): Promise<Proposal> {
    return found('proposal', id, await this.genuine.one(tenantId, id));
  }

  /**
   * Returns false when the same person decided the same before.
   *
   * @throws Refusal `not_found`, `own_proposal`, `proposal_settled`
   */
  async decide(tenantId: string, id: string, decision: Decision, by: Officer, reason: string): Promise<boolean> {
    if (decision === 'approve' && (await this.isByFormerHolder(await this.load(id)))) await this.expire(id);
    const { decided: events } = await this.store.changeOf(tenantId, PROPOSAL, id, ({ state }) => {
      const isOwn = actorNamed(by.officer_id) === state.made.actor;
      if (isOwn !== (decision === 'withdraw')) throw isOwn ? ownProposal() : notFound('proposal', id);
      if (isRepeat(state, decision, by)) return undefined;
      if (state.status !== 'pending') throw settled(state);
      const now = this.time.now();
      if (now.toISOString() >= state.made.expires_at && decision !== 'withdraw') throw expired(state);
      const about = { proposal_id: id, tenant_id: tenantId, ...by, reason };
      return { events: [decided(decision, about, now.toISOString())] };
    });
    return events !== undefined;
  }

  /** Ends a proposal before its time, if it is pending. */
  expire(id: string): Promise<void> {
    const expired_at = this.time.now().toISOString();
    return this.settle(id, 'pending', (about) => ({ type: 'ProposalExpired', data: { ...about, expired_at } }));
  }

  /** Ends a proposal if its time is over, or its proposer was invited again. */
  async expireIfOver(id: string): Promise<void> {
    const state = await this.load(id);
    if (!state) return;
    const isOver = this.time.now().toISOString() >= state.made.expires_at;
    if (isOver || (await this.isByFormerHolder(state))) await this.expire(id);
  }

  /** Records an outcome of a proposal with this status. Does nothing if it has another one. */
  async settle(
    id: string,
    status: 'pending' | 'approved',
    outcome: (about: Pick<Made, 'proposal_id' | 'tenant_id'>) => ProposalEvent,
  ): Promise<void> {
    await this.store.change(PROPOSAL, id, (loaded) => {
      if (loaded?.state.status !== status) return undefined;
      const { tenant_id } = loaded.state.made;
      return { events: [outcome({ proposal_id: id, tenant_id })] };
    });
  }

  /** Whether the proposer got a new invitation after the proposal: another person may now hold the account. */
  private async isByFormerHolder(state: ProposalState | undefined): Promise<boolean> {
    return state !== undefined && this.invitedSince(proposerId(state.made.actor), state.made.made_at);
  }

  /** @param at ISO 8601 */
  private async invitedSince(callerId: string, at: string): Promise<boolean> {
    if (!isUuid(callerId)) return false;
    const account = await this.store.load(STAFF_ACCOUNT, callerId);
    return account?.events.some(({ type, data }) => type === 'StaffInvited' && data.invited_at > at) ?? false;
  }
}

/** Whether the same person decided the same before. */
function isRepeat({ status, decision: made }: ProposalState, decision: Decision, by: Officer): boolean {
  if (made?.officer_id !== by.officer_id) return false;
  if (decision === 'approve') return status === 'approved' || status === 'applied' || status === 'failed';
  return status === (decision === 'decline' ? 'declined' : 'withdrawn');
}

function decided(
  decision: Decision,
  about: Officer & { proposal_id: string; tenant_id: string; reason: string },
  at: string,
): ProposalEvent {
  switch (decision) {
    case 'approve':
      return { type: 'ProposalApproved', data: { ...about, approved_at: at } };
    case 'decline':
      return { type: 'ProposalDeclined', data: { ...about, declined_at: at } };
    case 'withdraw':
      return { type: 'ProposalWithdrawn', data: { ...about, withdrawn_at: at } };
  }
}

const ownProposal = (): Refusal =>
  new Refusal('forbidden', 'own_proposal', 'another person must decide on your proposal; you can withdraw it');

const settled = ({ status }: ProposalState): Refusal =>
  invalid('proposal_settled', `the proposal is ${status} already. No changes were made.`);

const expired = ({ made }: ProposalState): Refusal =>
  invalid(
    'proposal_settled',
    `the proposal expired at ${made.expires_at}. No changes were made; it can be made again.`,
  );

const tooMany = (): Refusal =>
  invalid(
    'too_many_proposals',
    `${MAX_PENDING} of your proposals wait for a decision. Nothing was proposed; withdraw some, or wait.`,
  );
