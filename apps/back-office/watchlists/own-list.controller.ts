import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import { addWatchlistEntries, deleteWatchlistEntry } from '@probity/contracts/watchlists/commands';
import { WatchlistEntryView, WatchlistView } from '@probity/contracts/watchlists/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found, invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { checkEntry } from '@probity/watchlists/check-entry';
import { actorOf, By, type Officer } from '../auth/staff-caller';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { EntryId } from '@probity/read-side/watchlists/entry-id.decorator';
import { AddEntryBody, OwnEntriesQuery } from './own-list.dto';

/** The list of a tenant itself: people and companies that it does not want, beside the shared lists. */
@ApiController('Own list', 'tenants/:slug')
export class OwnListController {
  constructor(
    private readonly queries: WatchlistQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get('watchlists')
  @ApiRoute({
    summary: 'List the shared lists, and the list of the tenant itself once it has entries',
    description: 'Every change of the own list makes a new version of it; `imported_at` is when it changed last.',
    permission: 'read_configuration',
    list: WatchlistView,
  })
  lists(@Tenant() tenant: TenantView) {
    return this.queries.lists(tenant.id);
  }

  @Get('watchlist-entries')
  @ApiRoute({
    summary: 'List the entries of the tenant’s own list, oldest first',
    permission: 'read_customers',
    list: WatchlistEntryView,
  })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: OwnEntriesQuery) {
    return this.queries.entries(tenant.id, { limit, offset }, filter);
  }

  @Post('watchlist-entries')
  @ApiRoute({
    summary: 'Add an entry to the tenant’s own list, or replace the entry with the same id',
    description: 'Customers are screened against the entry soon after.',
    permission: 'configure_compliance',
    data: WatchlistEntryView,
    refusals: ['invalid_entry', 'list_full'],
    outcomeUnknown: 'search the list for the name',
  })
  async add(@Tenant() tenant: TenantView, @By() by: Officer, @Body() { entry: given, reason }: AddEntryBody) {
    const { entry, problems } = checkEntry(given);
    if (!entry) throw invalid('invalid_entry', problems.join('; '));
    const request = { tenant_id: tenant.id, entries: [{ ...entry }], reason, ...actorOf(by) };
    const [added] = await this.commands.send(addWatchlistEntries, request);
    return added!;
  }

  @Delete('watchlist-entries/:entryId')
  @ApiRoute({
    summary: 'Remove an entry from the tenant’s own list',
    description: 'Customers are no longer screened against it; alerts that it raised remain.',
    permission: 'configure_compliance',
    status: 204,
  })
  async remove(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @EntryId('entryId') entry_id: string,
    @Query() { reason }: ReasonBody,
  ): Promise<void> {
    found('watchlist entry', entry_id, await this.queries.entry(tenant.id, entry_id));
    await this.commands.send(deleteWatchlistEntry, { tenant_id: tenant.id, entry_id, reason, ...actorOf(by) });
  }
}
