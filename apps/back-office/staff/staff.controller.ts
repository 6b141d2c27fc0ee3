import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CreatedStaffToken, Invitation, StaffAccount } from '@probity/contracts/staff/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { Caller, officerOf, type StaffCaller } from '../auth/staff-caller';
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
    refusals: ['email_taken'],
  })
  async addPerson(@Tenant() tenant: TenantView, @Caller() caller: StaffCaller, @Body() body: AddPersonBody) {
    refuseBeyondFirstAdmin(caller, tenant.slug, body.roles, await this.queries.hasAdmin(tenant.id));
    return this.administration.addPerson(tenant.id, caller, body);
  }

  @Post('services')
  @ApiRoute({
    summary: 'Add a service account to a tenant, for automation',
    permission: 'manage_staff',
    data: StaffAccount,
  })
  addService(@Tenant() tenant: TenantView, @Caller() caller: StaffCaller, @Body() body: AddServiceBody) {
    refuseUnlessAdmin(caller, tenant.slug);
    return this.administration.addService(tenant.id, caller, body);
  }

  @Put(':staffId/roles')
  @ApiRoute({
    summary: 'Set what an account may do in a tenant; an account of another tenant can get roles, too',
    permission: 'manage_staff',
    status: 204,
  })
  async setRoles(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @Body() { roles, reason }: SetRolesBody,
  ): Promise<void> {
    refuseUnlessAdmin(caller, tenant.slug);
    await this.administration.setRoles(tenant.id, accountId, roles, caller, reason);
  }

  @Post(':staffId/invite')
  @ApiRoute({
    summary: 'Invite a person again: the password, the codes and the sessions end at once',
    permission: 'manage_staff',
    data: Invitation,
    secret: true,
    refusals: ['wrong_account_kind'],
  })
  invite(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.administration.invite(accountId, this.change(tenant, caller, reason));
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
  @ApiRoute({ summary: 'Enable an account again', permission: 'manage_staff', status: 200, data: StaffAccount })
  enable(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.administration.setDisabled(accountId, false, this.change(tenant, caller, reason));
  }

  @Post(':staffId/tokens')
  @ApiRoute({
    summary: 'Create a token of a service account; only this response contains it',
    permission: 'manage_staff',
    data: CreatedStaffToken,
    secret: true,
    refusals: ['wrong_account_kind'],
  })
  createToken(
    @Tenant() tenant: TenantView,
    @Caller() caller: StaffCaller,
    @Id('staffId') accountId: string,
    @Body() body: CreateTokenBody,
  ) {
    return this.administration.createToken(accountId, body, this.change(tenant, caller, body.reason));
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

  /** A change of an existing account. */
  private change(tenant: TenantView, caller: StaffCaller, reason: string): StaffChange {
    refuseUnlessAdmin(caller, tenant.slug);
    return { tenantId: tenant.id, by: officerOf(caller), reason };
  }
}
