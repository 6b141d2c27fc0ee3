import { RULE_STREAM_PREFIX } from '@probity/contracts/monitoring-rules/events';
import { WATCHLIST_STREAM_PREFIX } from '@probity/contracts/watchlists/events';
import type { InlineProjection } from '@probity/event-store/event-store';
import { projectRuleEvents, type RecordedRuleEvent } from '@probity/read-side/monitoring-rules/rule-projection';
import {
  projectWatchlistEvents,
  type RecordedWatchlistEvent,
} from '@probity/read-side/watchlists/watchlist-projection';

/** What the pipeline projects of its streams, by their prefix. */
export const PROJECTIONS: Record<string, InlineProjection> = {
  [WATCHLIST_STREAM_PREFIX]: (sql, events) => projectWatchlistEvents(sql, events as RecordedWatchlistEvent[]),
  [RULE_STREAM_PREFIX]: (sql, events) => projectRuleEvents(sql, events as RecordedRuleEvent[]),
};
