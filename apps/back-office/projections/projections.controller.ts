import { Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { concat, defer, ignoreElements } from 'rxjs';
import { rebuildLedgerProjections } from '@probity/contracts/ledger/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import type { Logger } from '@probity/platform/logging';
import { LOGGER } from '../logger.token';
import { NDJSON, progressLines } from '../streaming/progress-lines';
import { RebuildTenants } from './rebuild-tenants';

@Controller('projections')
@ApiTags('Projections')
@ApiBearerAuth()
export class ProjectionsController {
  constructor(
    private readonly tenants: RebuildTenants,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('rebuild')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Drop every projection and make it anew from the events; answers progress as lines of JSON',
  })
  rebuild(@Res() reply: FastifyReply): void {
    const replies = concat(
      defer(() => this.tenants.run()).pipe(ignoreElements()),
      this.commands.progress(rebuildLedgerProjections, {}),
    );
    void reply.type(NDJSON).send(progressLines(replies, (err) => this.logger.error({ err }, 'a rebuild failed')));
  }
}
