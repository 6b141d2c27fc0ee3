import { Body, Delete, Get, Post, Put, Query } from '@nestjs/common';
import {
  fetchWatchlist,
  removeWatchlistSource,
  setWatchlistSource,
  sourceContext,
} from '@probity/contracts/list-sources/commands';
import { WatchlistFetch, WatchlistSource } from '@probity/contracts/list-sources/views';
import { readProviderKey } from '@probity/contracts/providers/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { encryptRequest } from '@probity/platform/request-encryption';
import { SourceQueries } from '@probity/read-side/watchlists/source-queries';
import { NIL } from 'uuid';
import { By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { SetSourceBody } from './list-source.dto';
import { ListName } from './list-name.decorator';

const INVALID: DocumentedRefusal[] = [
  {
    code: 'invalid_source',
    message: 'files lacks "alt": ofac-sdn has sdn, alt, add, comments, and a list without one of them would lose data',
    when: 'the format is unknown, `files` are not those of the format, or the list would be stale before each fetch',
  },
  {
    code: 'invalid_url',
    message: 'url of "sdn": url must not have a user name or a password',
    when: 'an address is not one that the pipeline may call; `message` names the file and the reason',
  },
];
const INACTIVE: DocumentedRefusal = {
  code: 'source_inactive',
  message: 'the source of ofac-sdn is inactive. Nothing is fetched; set the source again as active',
  when: 'the source is inactive',
};

/** From where the shared lists are fetched. The queries of the addresses are for the pipeline only. */
@ApiController('Watchlists', 'watchlists')
export class ListSourcesController {
  constructor(
    private readonly queries: SourceQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get('sources')
  @ApiRoute({
    summary: 'List from where the shared lists are fetched, each with its last fetch and the next one',
    permission: 'read_platform',
    list: WatchlistSource,
  })
  list() {
    return this.queries.sources();
  }

  @Put(':list/source')
  @ApiRoute({
    summary: 'Set from which addresses a shared list is fetched, and how often; the first fetch begins at once',
    description:
      'It replaces the source before it, with all addresses. A list that was never imported may have a source. The same ' +
      'source again changes nothing.',
    permission: 'import_watchlists',
    data: WatchlistSource,
    refusals: INVALID,
    outcomeUnknown: 'set it again',
  })
  async set(
    @ListName('list') list: string,
    @By() by: Officer,
    @Body() { files: given, ...source }: SetSourceBody,
  ): Promise<WatchlistSource> {
    const files = given.map(({ role, url, sha256_url }) => ({ role, url, ...(sha256_url && { sha256_url }) }));
    const { public_key } = await this.commands.send(readProviderKey, { tenant_id: NIL });
    const encrypted_files = encryptRequest(public_key, JSON.stringify(files), sourceContext(list));
    return this.commands.send(setWatchlistSource, { list, ...source, encrypted_files, ...by });
  }

  @Delete(':list/source')
  @ApiRoute({
    summary: 'Remove the source of a shared list; the list stays as it is',
    permission: 'import_watchlists',
    status: 204,
    missing: 'source of the list',
    outcomeUnknown: 'list the sources, and remove it again if it is there',
  })
  async remove(@ListName('list') list: string, @By() by: Officer, @Query() { reason }: ReasonBody): Promise<void> {
    await this.commands.send(removeWatchlistSource, { list, ...by, reason });
  }

  @Post(':list/source/fetch')
  @ApiRoute({
    summary: 'Fetch a shared list now; the response does not wait for the fetch',
    description: 'If a fetch of the list is in progress, that one counts.',
    permission: 'import_watchlists',
    status: 200,
    data: WatchlistSource,
    missing: 'source of the list',
    refusals: [INACTIVE],
    outcomeUnknown: 'read the fetches of the list',
  })
  fetchNow(
    @ListName('list') list: string,
    @By() by: Officer,
    @Body() { reason }: ReasonBody,
  ): Promise<WatchlistSource> {
    return this.commands.send(fetchWatchlist, { list, ...by, reason });
  }

  @Get(':list/source/fetches')
  @ApiRoute({
    summary: 'List the last fetches of a shared list, newest first; 50 are kept',
    permission: 'read_platform',
    list: WatchlistFetch,
  })
  fetches(@ListName('list') list: string, @Query() page: PageQuery) {
    return this.queries.fetches(list, page);
  }
}
