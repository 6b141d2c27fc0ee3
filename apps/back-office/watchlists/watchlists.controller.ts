import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { beginImport, finishImport, importBatch, type ImportResult } from '@probity/contracts/watchlists/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { WatchlistQueries, type WatchlistView } from '@probity/read-side/watchlists/watchlist-queries';
import { ListNamePipe } from './list-name.pipe';
import { BeginImportBody, FinishImportBody, ImportBatchBody } from './watchlist.dto';

/** Watchlists that all tenants share. An import is begun, sent in batches, and takes effect when it is finished. */
@Controller('watchlists')
@ApiTags('Watchlists')
@ApiBearerAuth()
export class WatchlistsController {
  constructor(
    private readonly queries: WatchlistQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the shared watchlists, each with the version that applies' })
  async list(): Promise<Envelope<WatchlistView[]>> {
    return ok(await this.queries.lists());
  }

  @Post(':list/imports')
  @ApiOperation({ summary: 'Begin the import of a new version of a list; nothing changes until it is finished' })
  async begin(
    @Param('list', ListNamePipe) list: string,
    @Body() { format, officer, import_id }: BeginImportBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<{ import_id: string }>> {
    const request = { list, import_id: import_id?.toLowerCase() ?? newId(), format, officer };
    return ok(await this.commands.send(beginImport, request, traceparent));
  }

  @Post(':list/imports/:importId/entries')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send entries of the version that is being imported; the same again changes nothing' })
  async send(
    @Param('list', ListNamePipe) list: string,
    @Param('importId', UuidPipe) importId: string,
    @Body() { entries }: ImportBatchBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<{ received: number }>> {
    return ok(await this.commands.send(importBatch, { list, import_id: importId, entries }, traceparent));
  }

  @Post(':list/imports/:importId/finish')
  @HttpCode(200)
  @ApiOperation({ summary: 'Make the imported version the one that counts: entries that it lacks are removed' })
  async finish(
    @Param('list', ListNamePipe) list: string,
    @Param('importId', UuidPipe) importId: string,
    @Body() { officer, allow_removal }: FinishImportBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<ImportResult>> {
    const request = { list, import_id: importId, officer, allow_removal };
    return ok(await this.commands.send(finishImport, request, traceparent));
  }
}
