import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, getSchemaPath } from '@nestjs/swagger';
import {
  addWatchlistEntries,
  deleteWatchlistEntry,
  type WatchlistEntryView,
} from '@probity/contracts/watchlists/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { INSTITUTION } from '../actor';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { EntryIdPipe } from './entry-id.pipe';
import { MAX_ENTRIES, readEntries } from './read-entries';
import { WatchlistBatchBody, WatchlistEntriesQuery, WatchlistEntry, WatchlistEntryBody } from './watchlist-entry.dto';

const ENTRY = { $ref: getSchemaPath(WatchlistEntryBody) };
const BODY = {
  models: [WatchlistEntryBody, WatchlistBatchBody],
  schema: {
    oneOf: [
      ENTRY,
      { $ref: getSchemaPath(WatchlistBatchBody) },
      { type: 'array', minItems: 1, maxItems: MAX_ENTRIES, items: ENTRY },
    ],
  },
};
const SAVED = { $ref: getSchemaPath(WatchlistEntry) };
const ANSWER = { models: [WatchlistEntry], schema: { oneOf: [SAVED, { type: 'array', items: SAVED }] } };

/** The tenant's own list. The lists that all tenants share are imported by operators. */
@Controller('tenants/:slug/watchlist-entries')
export class WatchlistEntriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: WatchlistQueries,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Add one entry or many to the tenant’s own watchlist',
    description:
      'An entry with the id of one that is there replaces it. Customers are screened against what is new soon after.',
  })
  @ApiTenantRoute({ tag: 'Watchlist entries', body: BODY, status: 201, data: ANSWER })
  async add(
    @TenantId() tenantId: string,
    @Body() body: unknown,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<WatchlistEntryView | WatchlistEntryView[]>> {
    const { entries, many } = readEntries(body);
    const request = { tenant_id: tenantId, actor: INSTITUTION, entries: entries.map((entry) => ({ ...entry })) };
    const saved = await this.commands.send(addWatchlistEntries, request, traceparent);
    return ok(many ? saved : saved[0]!);
  }

  @Get()
  @ApiOperation({ summary: 'List the entries of the tenant’s own watchlist, oldest first' })
  @ApiTenantRoute({ tag: 'Watchlist entries', list: WatchlistEntry })
  async list(
    @TenantId() tenantId: string,
    @Query() { limit, offset, ...filter }: WatchlistEntriesQuery,
  ): Promise<Envelope<WatchlistEntryView[]>> {
    return ok(await this.queries.entries(tenantId, { limit, offset }, filter));
  }

  @Get(':entryId')
  @ApiOperation({ summary: 'Read an entry of the tenant’s own watchlist' })
  @ApiTenantRoute({ tag: 'Watchlist entries', data: WatchlistEntry, textIds: { entryId: 'internal-17' } })
  async read(
    @TenantId() tenantId: string,
    @Param('entryId', EntryIdPipe) entryId: string,
  ): Promise<Envelope<WatchlistEntryView>> {
    return ok(await this.find(tenantId, entryId));
  }

  @Delete(':entryId')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Remove an entry from the tenant’s own watchlist',
    description: 'Nobody is screened against it any more; alerts that it raised stay.',
  })
  @ApiTenantRoute({ tag: 'Watchlist entries', status: 204, empty: true, textIds: { entryId: 'internal-17' } })
  async remove(
    @TenantId() tenantId: string,
    @Param('entryId', EntryIdPipe) entryId: string,
    @Traceparent() traceparent: string,
  ): Promise<void> {
    await this.find(tenantId, entryId);
    const request = { tenant_id: tenantId, actor: INSTITUTION, entry_id: entryId };
    await this.commands.send(deleteWatchlistEntry, request, traceparent);
  }

  private async find(tenantId: string, entryId: string): Promise<WatchlistEntryView> {
    const entry = await this.queries.entry(tenantId, entryId);
    if (!entry) throw notFound('watchlist entry', entryId);
    return entry;
  }
}
