import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CreatedStaffToken, Invitation, StaffAccount } from '@probity/contracts/staff/views';
import type { Proposal } from '@probity/contracts/proposals/views';
import { permissionOf } from '@probity/contracts/staff/permissions';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { Caller, officerOf, type StaffCaller } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { OtherReviewers } from '../proposals/other-reviewers';
import { type Review, UnderReview } from '../proposals/review';
import { Tenant } from '../tenants/tenant.decorator';
import { ReasonBody } from './decision.dto';
import { refuseBeyondFirstAdmin, refuseUnlessAdmin } from './grant-authority';
import type { StaffChange } from './staff-accounts';
import { StaffAdministration } from './staff-administration';
import { AddPersonBody, AddServiceBody, CreateTokenBody, SetRolesBody } from './staff.dto';

/** The staff of one tenant. */
@ApiController('Staff', 'tenants/:slug/staff')
export class StaffController {
  constructor(
    private readonly administration: StaffAdministration,
    private readonly queries: StaffQueries,
    private readonly others: OtherReviewers,
    private readonly fourEyes: FourEyes,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the people and service accounts with a role in a tenant, oldest first',
    permission: 'read_staff',
    list: StaffAccount,
  })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.accounts(tenant.id, page);
  }

  @Get(':staffId')
  @ApiRoute({ summary: 'Read an account', permission: 'read_staff', data: StaffAccount })
  read(@Tenant() tenant: TenantView, @Id('staffId') accountId: string) {
    return this.administration.account(tenant.id, accountId);
  }

  @Post('people')
  @ApiRoute({
    summary: 'Add a person to a tenant; only this response contains the invitation',
    permission: 'manage_staff',
    data: Invitation,
    secret: true,
    reviewed: true,
    refusals: ['email_taken'],
  })
  async addPerson(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @UnderReview() review: Review,
    @Body() body: AddPersonBody,
  ) {
    refuseBeyondFirstAdmin(caller, tenant.slug, body.roles, await this.queries.hasAdmin(tenant.id));
    const summary = `add ${JSON.stringify(body.email)} as ${body.roles.join(', ')}, with the name ${JSON.stringify(body.name)}`;
    const pending = await this.review(review, tenant, { summary, reason: body.reason });
    if (pending) return pending;
    return this.administration.addPerson(tenant.id, caller, body);
  }

  @Post('services')
  @ApiRoute({
    summary: 'Add a service account to a tenant, for automation',
    permission: 'manage_staff',
    data: StaffAccount,
    reviewed: true,
  })
  async addService(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @UnderReview() review: Review,
    @Body() body: AddServiceBody,
  ) {
    refuseUnlessAdmin(caller, tenant.slug);
    const summary = `add a service as ${body.roles.join(', ')}, with the name ${JSON.stringify(body.name)}`;
    const pending = await this.review(review, tenant, { summary, reason: body.reason });
    if (pending) return pending;
    return this.administration.addService(tenant.id, caller, body);
  }

  @Put(':staffId/roles')
  @ApiRoute({
    summary: 'Set what an account may do in a tenant; an account of another tenant can get roles, too',
    permission: 'manage_staff',
    status: 204,
    reviewed: true,
  })
  async setRoles(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @UnderReview() review: Review,
    @Body() { roles, reason }: SetRolesBody,
  ): Promise<Proposal | void> {
    refuseUnlessAdmin(caller, tenant.slug);
    const summary = `set the roles of ${await this.nameOf(tenant, accountId)} to ${roles.join(', ') || 'none'}`;
    const pending = await this.review(review, tenant, { accountId, summary, reason });
    if (pending) return pending;
    await this.administration.setRoles(tenant.id, accountId, roles, caller, reason);
  }

  @Post(':staffId/invite')
  @ApiRoute({
    summary: 'Invite a person again: the password, the codes and the sessions end at once',
    permission: 'manage_staff',
    data: Invitation,
    secret: true,
    reviewed: true,
    refusals: ['wrong_account_kind'],
  })
  async invite(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @UnderReview() review: Review,
    @Body() { reason }: ReasonBody,
  ) {
    const change = this.change(tenant, caller, reason);
    const summary = `invite ${await this.nameOf(tenant, accountId)} again`;
    const pending = await this.review(review, tenant, { accountId, summary, reason });
    return pending ?? this.administration.invite(accountId, change);
  }

  @Post(':staffId/disable')
  @ApiRoute({
    summary: 'Disable an account: its sessions and tokens stop working',
    permission: 'manage_staff',
    status: 200,
    data: StaffAccount,
  })
  disable(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.administration.setDisabled(accountId, true, this.change(tenant, caller, reason));
  }

  @Post(':staffId/enable')
  @ApiRoute({
    summary: 'Enable an account again',
    permission: 'manage_staff',
    status: 200,
    data: StaffAccount,
    reviewed: true,
  })
  async enable(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @UnderReview() review: Review,
    @Body() { reason }: ReasonBody,
  ) {
    const change = this.change(tenant, caller, reason);
    const summary = `enable ${await this.nameOf(tenant, accountId)} again`;
    const pending = await this.review(review, tenant, { accountId, summary, reason });
    return pending ?? this.administration.setDisabled(accountId, false, change);
  }

  @Post(':staffId/tokens')
  @ApiRoute({
    summary: 'Create a token of a service account; only this response contains it',
    permission: 'manage_staff',
    data: CreatedStaffToken,
    secret: true,
    reviewed: true,
    refusals: ['wrong_account_kind'],
  })
  async createToken(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @UnderReview() review: Review,
    @Body() body: CreateTokenBody,
  ) {
    const change = this.change(tenant, caller, body.reason);
    const summary = `create the token ${JSON.stringify(body.label)} of ${await this.nameOf(tenant, accountId)}`;
    const pending = await this.review(review, tenant, { accountId, summary, reason: body.reason });
    return pending ?? this.administration.createToken(accountId, body, change);
  }

  @Delete(':staffId/tokens/:tokenId')
  @ApiRoute({
    summary: 'Revoke a token of a service account; it stops working immediately',
    permission: 'manage_staff',
    status: 204,
  })
  async revokeToken(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @Param('tokenId') tokenId: string,
    @Query() { reason }: ReasonBody,
  ): Promise<void> {
    await this.administration.revokeToken(accountId, tokenId, this.change(tenant, caller, reason));
  }

  /**
   * Access that one person alone gives could be that person's own. Until a second person could approve it, the first
   * admin adds the staff alone; disabling an account and revoking a token never wait.
   */
  private async review(
    review: Review,
    tenant: TenantView,
    { accountId, summary, reason }: { accountId?: string; summary: string; reason: string },
  ): Promise<Proposal | undefined> {
    const account = accountId === undefined ? undefined : await this.queries.account(tenant.id, accountId);
    const { roles } = permissionOf('approve_access');
    return this.fourEyes.review(review, tenant, {
      action: 'change_staff',
      subject: accountId === undefined ? ['tenant', tenant.id] : ['staff_account', accountId],
      summary,
      reason,
      needed: ({ staff }) => staff && this.others.hasOther(tenant.id, roles, review.caller.id),
      state: account ? { roles: account.roles, disabled_at: account.disabled_at, kind: account.kind } : null,
      ...(account && { shown: { name: account.name, email: account.email, roles: account.roles } }),
    });
  }

  private async nameOf({ id }: TenantView, accountId: string): Promise<string> {
    return JSON.stringify((await this.queries.account(id, accountId))?.name ?? accountId);
  }

  /** A change of an existing account. */
  private change(tenant: TenantView, caller: StaffCaller, reason: string): StaffChange {
    refuseUnlessAdmin(caller, tenant.slug);
    return { tenantId: tenant.id, by: officerOf(caller), reason, proposalId: caller.proposalId };
  }
}
