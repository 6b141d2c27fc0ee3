import { Body, Get, Post, Query } from '@nestjs/common';
import { DeadLetter, OperationsView, SealedSecrets, TenantBacklog } from '@probity/contracts/operations/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TimeSource } from '@probity/platform/time-source';
import { By, type Officer } from '../auth/staff-caller';
import { RerunLetter } from './rerun-letter';
import { RerunLetterBody } from './rerun-letter.dto';
import { OperationQueries } from '@probity/read-side/operations/operation-queries';

/** The state of the installation, for operators. It has numbers, and no data of customers. */
@ApiController('Operations', 'operations')
export class OperationsController {
  constructor(
    private readonly queries: OperationQueries,
    private readonly rerunning: RerunLetter,
    private readonly time: TimeSource,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'Read which services run, how far their followers are, and what waits or failed',
    permission: 'read_platform_notices',
    data: OperationsView,
  })
  read() {
    return this.queries.state(this.time.now());
  }

  @Get('dead-letters')
  @ApiRoute({
    summary: 'List the commands and facts that a service could not handle, newest first',
    permission: 'read_platform_notices',
    list: DeadLetter,
  })
  deadLetters(@Query() page: PageQuery) {
    return this.queries.deadLetters(page);
  }

  @Post('dead-letters/rerun')
  @ApiRoute({
    summary: 'Have the service handle a fact again that it could not handle; the letter stays listed until it has',
    permission: 'read_platform_notices',
    status: 200,
    data: DeadLetter,
    missing: 'dead letter',
    refusals: ['letter_not_rerun'],
  })
  rerun(@By() by: Officer, @Body() letter: RerunLetterBody) {
    return this.rerunning.run(by, letter);
  }

  @Get('sealed-secrets')
  @ApiRoute({
    summary: 'List what services keep sealed, and how many secrets which key has sealed',
    permission: 'read_platform_notices',
    list: SealedSecrets,
  })
  sealedSecrets(@Query() page: PageQuery) {
    return this.queries.sealedSecrets(page);
  }

  @Get('tenants')
  @ApiRoute({
    summary: 'List all tenants with the number of events that wait or failed and of open notices, oldest first',
    permission: 'read_platform_notices',
    list: TenantBacklog,
  })
  tenants(@Query() page: PageQuery) {
    return this.queries.tenants(page);
  }
}
