import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { deleteWatchlistEntry } from '@probity/contracts/watchlists/commands';
import { ownListStream } from '@probity/contracts/watchlists/events';
import { actorIn } from '@probity/contracts/staff/officer';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { notFound } from '@probity/platform/errors';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { TimeSource } from '@probity/platform/time-source';
import { ListStreams } from './list-streams';

@Controller()
export class DeleteWatchlistEntryHandler {
  constructor(
    private readonly streams: ListStreams,
    private readonly queries: WatchlistQueries,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(deleteWatchlistEntry)
  async handle({ tenant_id, entry_id, reason, ...by }: RequestOf<typeof deleteWatchlistEntry>) {
    const decide = async () => {
      if (!(await this.queries.entry(tenant_id, entry_id))) throw notFound('watchlist entry', entry_id);
      const why = reason !== undefined && { reason };
      const data = { tenant_id, entry_id, ...actorIn(by), ...why, deleted_at: this.time.now().toISOString() };
      return { type: 'WatchlistEntryDeleted' as const, data };
    };
    await this.streams.change(ownListStream(tenant_id), decide);
    return { entry_id };
  }
}
