import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import { addWatchlistEntries, deleteWatchlistEntry } from '@probity/contracts/watchlists/commands';
import { WatchlistEntryView } from '@probity/contracts/watchlists/views';
import type { Actor } from '@probity/contracts/staff/officer';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { ByKey } from '../actor';
import { TenantId } from '../auth/tenant.decorator';
import { EntryId } from '@probity/read-side/watchlists/entry-id.decorator';
import { readEntries } from './read-entries';
import { SAVED_ENTRIES, WATCHLIST_ENTRIES, WatchlistEntriesQuery } from './watchlist-entry.dto';

/** The tenant's own list. Operators import the lists that all tenants share. */
const LIST_FULL: DocumentedRefusal = {
  code: 'list_full',
  message:
    'the limit watchlist_entries is 50000, and the tenant has 49900 now. No changes were made; send at most 100 ' +
    'new entries or delete entries first, or ask an operator to raise it.',
  when: "the tenant's own list would have too many entries",
};

@ApiController('Watchlist entries', 'tenants/:slug/watchlist-entries')
export class WatchlistEntriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: WatchlistQueries,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Add one or more entries to the tenant’s own watchlist',
    description:
      'An entry with an existing id replaces that entry. Customers are screened against new entries soon after.',
    body: WATCHLIST_ENTRIES,
    data: SAVED_ENTRIES,
    refusals: ['invalid_entry', LIST_FULL],
  })
  async add(@TenantId() tenantId: string, @ByKey() by: Actor, @Body() body: unknown) {
    const { entries, many } = readEntries(body);
    const request = { tenant_id: tenantId, ...by, entries: entries.map((entry) => ({ ...entry })) };
    const saved = await this.commands.send(addWatchlistEntries, request);
    return many ? saved : saved[0]!;
  }

  @Get()
  @ApiRoute({ summary: 'List the entries of the tenant’s own watchlist, oldest first', list: WatchlistEntryView })
  list(@TenantId() tenantId: string, @Query() { limit, offset, ...filter }: WatchlistEntriesQuery) {
    return this.queries.entries(tenantId, { limit, offset }, filter);
  }

  @Get(':entryId')
  @ApiRoute({ summary: 'Read an entry of the tenant’s own watchlist', data: WatchlistEntryView })
  read(@TenantId() tenantId: string, @EntryId('entryId') entryId: string) {
    return this.find(tenantId, entryId);
  }

  @Delete(':entryId')
  @ApiRoute({
    summary: 'Remove an entry from the tenant’s own watchlist',
    description: 'Customers are no longer screened against it; alerts that it raised remain.',
    status: 204,
  })
  async remove(@TenantId() tenantId: string, @ByKey() by: Actor, @EntryId('entryId') entryId: string): Promise<void> {
    await this.find(tenantId, entryId);
    const request = { tenant_id: tenantId, ...by, entry_id: entryId };
    await this.commands.send(deleteWatchlistEntry, request);
  }

  private async find(tenantId: string, entryId: string): Promise<WatchlistEntryView> {
    return found('watchlist entry', entryId, await this.queries.entry(tenantId, entryId));
  }
}
