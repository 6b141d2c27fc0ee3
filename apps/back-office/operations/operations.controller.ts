import { Get, Query } from '@nestjs/common';
import { DeadFact, OperationsView, TenantBacklog } from '@probity/contracts/operations/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { TimeSource } from '@probity/platform/time-source';
import { OperationQueries } from '@probity/read-side/operations/operation-queries';

/** The state of the installation, for operators. It has numbers, and no data of customers. */
@ApiController('Operations', 'operations')
export class OperationsController {
  constructor(
    private readonly queries: OperationQueries,
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

  @Get('dead-facts')
  @ApiRoute({
    summary: 'List the facts that a consumer could not handle, newest first; with Kafka they are in dead-letter topics',
    permission: 'read_platform_notices',
    list: DeadFact,
  })
  deadFacts(@Query() page: PageQuery) {
    return this.queries.deadFacts(page);
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
