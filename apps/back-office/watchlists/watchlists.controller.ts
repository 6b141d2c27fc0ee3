import { Body, Get, Post, Query } from '@nestjs/common';
import { beginImport, finishImport, importBatch } from '@probity/contracts/watchlists/commands';
import { reportedIn } from '@probity/contracts/watchlists/reported-records';
import {
  BegunImport,
  ImportedBatch,
  ImportResult,
  WatchlistImport,
  WatchlistView,
} from '@probity/contracts/watchlists/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { newId } from '@probity/platform/ids';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { ListName } from './list-name.decorator';
import { BeginImportBody, FinishImportBody, ImportBatchBody } from './watchlist.dto';
import { By, type Officer } from '../auth/staff-caller';

/**
 * Watchlists that all tenants share. An import begins, receives its entries in batches, and takes effect when it is
 * finished.
 */
@ApiController('Watchlists', 'watchlists')
export class WatchlistsController {
  constructor(
    private readonly queries: WatchlistQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the shared watchlists, each with its current version',
    permission: 'read_platform',
    list: WatchlistView,
  })
  list() {
    return this.queries.lists();
  }

  @Get(':list/imports')
  @ApiRoute({
    summary: 'List the imports of a list, newest first: their progress, and what they changed',
    permission: 'read_platform',
    list: WatchlistImport,
  })
  imports(@ListName('list') list: string, @Query() page: PageQuery) {
    return this.queries.imports(list, page);
  }

  @Post(':list/imports')
  @ApiRoute({
    summary: 'Begin the import of a new version of a list; the list does not change before the import is finished',
    permission: 'import_watchlists',
    data: BegunImport,
    refusals: ['invalid_list_name', 'import_running', 'import_id_taken'],
  })
  begin(@ListName('list') list: string, @By() by: Officer, @Body() { format, import_id }: BeginImportBody) {
    return this.commands.send(beginImport, { list, import_id: import_id?.toLowerCase() ?? newId(), format, ...by });
  }

  @Post(':list/imports/:importId/entries')
  @ApiRoute({
    summary: 'Send entries of an import; a repeated batch changes nothing',
    permission: 'import_watchlists',
    status: 200,
    data: ImportedBatch,
    refusals: ['import_not_open', 'invalid_entry'],
  })
  send(@ListName('list') list: string, @Id('importId') importId: string, @Body() { entries }: ImportBatchBody) {
    return this.commands.send(importBatch, { list, import_id: importId, entries });
  }

  @Post(':list/imports/:importId/finish')
  @ApiRoute({
    summary: 'Finish an import: its version becomes the current one, and entries that it lacks are removed',
    permission: 'import_watchlists',
    status: 200,
    data: ImportResult,
    refusals: ['import_not_open', 'too_many_removed'],
  })
  finish(
    @ListName('list') list: string,
    @Id('importId') importId: string,
    @By() by: Officer,
    @Body() { allow_removal, reason, ...reported }: FinishImportBody,
  ) {
    return this.commands.send(finishImport, {
      list,
      import_id: importId,
      ...by,
      allow_removal,
      reason,
      ...reportedIn(reported),
    });
  }
}
