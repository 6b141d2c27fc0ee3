import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { addWatchlistEntries } from '@probity/contracts/watchlists/commands';
import { ownListStream } from '@probity/contracts/watchlists/events';
import { actorIn } from '@probity/contracts/staff/officer';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { Database } from '@probity/persistence/database';
import { invalid } from '@probity/platform/errors';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { TimeSource } from '@probity/platform/time-source';
import { ListStreams } from './list-streams';
import { entriesToAdd, readOwnEntries } from './own-entries';

const MAX_AT_ONCE = 1_000;

@Controller()
export class AddWatchlistEntriesHandler {
  constructor(
    private readonly streams: ListStreams,
    private readonly database: Database,
    private readonly queries: WatchlistQueries,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(addWatchlistEntries)
  async handle({ tenant_id, entries: given, reason, ...by }: RequestOf<typeof addWatchlistEntries>) {
    if (given.length === 0 || given.length > MAX_AT_ONCE) {
      throw invalid('invalid_entry', `entries must have 1 to ${MAX_AT_ONCE} entries`);
    }
    const entries = readOwnEntries(given);
    const decide = async () => {
      const added = await entriesToAdd(this.database, tenant_id, entries);
      if (added.length === 0) return undefined;
      const data = {
        tenant_id,
        entries: added.map((entry) => ({ ...entry })),
        ...actorIn(by),
        ...(reason !== undefined && { reason }),
        added_at: this.now(),
      };
      return { type: 'WatchlistEntriesAdded' as const, data };
    };
    await this.streams.change(ownListStream(tenant_id), decide);
    return this.queries.entriesById(
      tenant_id,
      entries.map(({ id }) => id),
    );
  }

  private now(): string {
    return this.time.now().toISOString();
  }
}
