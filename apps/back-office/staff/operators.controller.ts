import { Body, Get, Post, Query } from '@nestjs/common';
import { Invitation, StaffAccount } from '@probity/contracts/staff/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { By, Caller, type Officer, type StaffCaller } from '../auth/staff-caller';
import { ReasonBody } from './decision.dto';
import { StaffAdministration } from './staff-administration';
import { AddOperatorBody } from './staff.dto';

/** The platform operators: the accounts that the installation manages. */
@ApiController('Staff', 'operators')
export class OperatorsController {
  constructor(
    private readonly administration: StaffAdministration,
    private readonly queries: StaffQueries,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the platform operators, oldest first',
    permission: 'manage_operators',
    list: StaffAccount,
  })
  list(@Query() page: PageQuery) {
    return this.queries.accounts(null, page);
  }

  @Post()
  @ApiRoute({
    summary: 'Add a platform operator; only this response contains the invitation',
    permission: 'manage_operators',
    data: Invitation,
    secret: true,
    refusals: ['email_taken'],
  })
  add(@Caller() caller: StaffCaller, @Body() body: AddOperatorBody) {
    return this.administration.addPerson(null, caller, { ...body, roles: ['platform_operator'] });
  }

  @Post(':staffId/invite')
  @ApiRoute({
    summary: 'Invite an operator again: the password, the codes and the sessions end at once',
    permission: 'manage_operators',
    data: Invitation,
    secret: true,
  })
  invite(@By() by: Officer, @Id('staffId') accountId: string, @Body() { reason }: ReasonBody) {
    return this.administration.invite(accountId, { tenantId: null, by, reason });
  }

  @Post(':staffId/disable')
  @ApiRoute({
    summary: 'Disable an operator: the sessions end',
    permission: 'manage_operators',
    status: 200,
    data: StaffAccount,
  })
  disable(@By() by: Officer, @Id('staffId') accountId: string, @Body() { reason }: ReasonBody) {
    return this.administration.setDisabled(accountId, true, { tenantId: null, by, reason });
  }

  @Post(':staffId/enable')
  @ApiRoute({ summary: 'Enable an operator again', permission: 'manage_operators', status: 200, data: StaffAccount })
  enable(@By() by: Officer, @Id('staffId') accountId: string, @Body() { reason }: ReasonBody) {
    return this.administration.setDisabled(accountId, false, { tenantId: null, by, reason });
  }
}
