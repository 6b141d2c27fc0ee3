import { Body, Get, Post, Query } from '@nestjs/common';
import { permissionOf, type PermissionName } from '@probity/contracts/staff/permissions';
import { Proposal, ProposalResult } from '@probity/contracts/proposals/views';
import { REVIEWED_ACTION_NAMES, reviewedAction, type ReviewedActionName } from '@probity/contracts/proposals/words';
import type { TenantView } from '@probity/contracts/tenants/views';
import { notFound, Refusal } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { Caller, officerOf, rolesFor, type StaffCaller } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import type { Role } from '@probity/contracts/staff/words';
import { Proposers } from './proposers';
import { RelatedCallers } from './related-callers';
import { GenuineProposals } from './genuine-proposals';
import { ApplyProposals } from './apply-proposals';
import { Proposals } from './proposals';
import { ProposalsQuery } from './proposals.dto';

const SETTLED: DocumentedRefusal = {
  code: 'proposal_settled',
  message: 'the proposal is declined already. No changes were made.',
  when: 'another person was faster, or the proposal has expired',
};

/** Changes that wait for a second person. */
@ApiController('Proposals', 'tenants/:slug/proposals')
export class ProposalsController {
  constructor(
    private readonly proposals: Proposals,
    private readonly genuine: GenuineProposals,
    private readonly applying: ApplyProposals,
    private readonly related: RelatedCallers,
    private readonly proposers: Proposers,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the proposals about what you may see, newest first',
    permission: 'read_proposals',
    list: Proposal,
  })
  list(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Query() { limit, offset, ...filter }: ProposalsQuery,
  ) {
    const visible = REVIEWED_ACTION_NAMES.filter((action) => maySee(caller, tenant.slug, action));
    return this.genuine.list(tenant.id, { limit, offset }, visible, filter);
  }

  @Get(':proposalId')
  @ApiRoute({ summary: 'Read a proposal', permission: 'read_proposals', data: Proposal })
  read(@Tenant() tenant: TenantView, @Caller() caller: StaffCaller, @Id('proposalId') id: string) {
    return this.visible(tenant, caller, id);
  }

  @Post(':proposalId/approve')
  @ApiRoute({
    summary: 'Approve the proposal of another person; the change is made exactly as it was proposed, or not at all',
    permission: 'review_proposals',
    status: 200,
    data: Proposal,
    idempotency: 'none',
    refusals: [SETTLED, 'person_needed', 'related_account'],
  })
  async approve(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('proposalId') id: string,
    @Body() { reason }: ReasonBody,
  ): Promise<Proposal> {
    await this.refuseUnlessReviewer(tenant, caller, id);
    const isNew = await this.proposals.decide(tenant.id, id, 'approve', officerOf(caller), reason);
    if (isNew) await this.applying.apply(id);
    return this.proposals.read(tenant.id, id);
  }

  @Post(':proposalId/decline')
  @ApiRoute({
    summary: 'Decline the proposal of another person; the change is not made',
    permission: 'review_proposals',
    status: 200,
    data: Proposal,
    idempotency: 'none',
    refusals: [SETTLED, 'person_needed', 'related_account'],
  })
  async decline(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('proposalId') id: string,
    @Body() { reason }: ReasonBody,
  ): Promise<Proposal> {
    await this.refuseUnlessReviewer(tenant, caller, id);
    await this.proposals.decide(tenant.id, id, 'decline', officerOf(caller), reason);
    return this.proposals.read(tenant.id, id);
  }

  @Post(':proposalId/withdraw')
  @ApiRoute({
    summary: 'Withdraw your own proposal; the change is not made',
    permission: 'read_proposals',
    status: 200,
    data: Proposal,
    idempotency: 'none',
    refusals: [SETTLED],
  })
  async withdraw(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('proposalId') id: string,
    @Body() { reason }: ReasonBody,
  ): Promise<Proposal> {
    await this.proposals.decide(tenant.id, id, 'withdraw', officerOf(caller), reason);
    return this.proposals.read(tenant.id, id);
  }

  @Post(':proposalId/result')
  @ApiRoute({
    summary: 'Read what your applied proposal returned, such as a new API key; for 24 hours',
    permission: 'read_proposals',
    status: 200,
    data: ProposalResult,
    idempotency: 'none',
    refusals: ['proposal_not_applied', 'result_expired'],
  })
  async result(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('proposalId') id: string,
  ): Promise<ProposalResult> {
    return { result: await this.applying.resultFor(caller.id, id, tenant.id) };
  }

  /** @throws Refusal `not_found` also for a proposal that the caller may not see */
  private async visible({ id: tenantId, slug }: TenantView, caller: StaffCaller, id: string): Promise<Proposal> {
    const proposal = await this.proposals.read(tenantId, id);
    if (!maySee(caller, slug, proposal.action as ReviewedActionName) && proposal.proposer_id !== caller.id)
      throw notFound('proposal', id);
    return proposal;
  }

  /** @throws Refusal `not_found`, `person_needed`, `permission_denied`, `related_account` */
  private async refuseUnlessReviewer(tenant: TenantView, caller: StaffCaller, id: string): Promise<void> {
    const { action, proposer_id } = await this.visible(tenant, caller, id);
    if (!caller.session) {
      const message =
        'only a person who has signed in decides on a proposal, not a service account or the operator token';
      throw new Refusal('forbidden', 'person_needed', message);
    }
    const { reviewers, does } = reviewedAction(action as ReviewedActionName);
    const roles = permissionOf(reviewers).roles.filter((role) => reviewerRoles(caller, tenant.slug).includes(role));
    if (roles.length === 0) {
      const needed = permissionOf(reviewers).roles.join(', ');
      throw new Refusal('forbidden', 'permission_denied', `only ${needed} may decide on a proposal to ${does}`);
    }
    const isOperatorOnly = roles.every((role) => role === 'platform_operator');
    if (isOperatorOnly && (await this.proposers.isOperator(proposer_id, tenant.id))) throw related();
    if (await this.related.areRelated(caller.id, proposer_id, tenant.id)) throw related();
  }
}

/** Without emergency access: an operator takes it alone. */
const reviewerRoles = ({ roles }: StaffCaller, slug: string): Role[] =>
  roles.flatMap((held) => (held.until === null && (held.slug === slug || held.tenant_id === null) ? held.role : []));

const related = (): Refusal =>
  new Refusal(
    'forbidden',
    'related_account',
    'you made the account, the token, the API key or the identity provider of the proposer or of its maker, ' +
      'or the proposer made yours; another person must decide',
  );

const has = (caller: StaffCaller, slug: string, permission: PermissionName): boolean =>
  rolesFor(caller, slug).some((role) => permissionOf(permission).roles.includes(role));

/** Reviewers see what they decide on, and people see what they may read anyway. */
function maySee(caller: StaffCaller, slug: string, action: ReviewedActionName): boolean {
  const { readers, reviewers } = reviewedAction(action);
  return has(caller, slug, readers) || has(caller, slug, reviewers);
}
