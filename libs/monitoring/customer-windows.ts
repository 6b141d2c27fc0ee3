import type { Activity, ActivityFields } from './activity';
import { type AggregateSpec, type FilterFrame, longestReach } from './aggregate-spec';
import type { AggregateValue, CountryLists } from './rule-context';
import { ActivityLog } from './windows/activity-log';
import { LoggedActivity } from './windows/logged-activity';
import { RollingWindow, type RowView } from './windows/rolling-window';

export interface CustomerWindowsOptions {
  /**
   * The activities that are given are all that the customer had after this time (milliseconds since 1970).
   * Left out: they are all there ever were.
   */
  completeSince?: number;
  /** what the filters of aggregates ask; a change of them needs new windows */
  countryLists?: CountryLists;
}

/** An event reaches further back than the activities that are held: load the customer's activities again. */
export class UncoveredWindowError extends Error {}

/**
 * One customer's recent activities and, for each aggregate, its value rolling along with the events, so
 * that an event costs the same whether the windows hold five activities or five thousand.
 *
 * The caller gives every activity once: a transaction that was added is not to be added again.
 */
export class CustomerWindows {
  private readonly log: ActivityLog;
  private readonly cursor: LoggedActivity;
  private readonly windows: readonly RollingWindow[];
  private readonly reach: number;
  private readonly countryLists: CountryLists;
  private completeSince: number;
  /** rows at the beginning that no window can reach any more */
  private forgotten = 0;

  /** @throws Error when a filter asks for a country list that is not given */
  constructor(
    specs: readonly AggregateSpec[],
    activities: readonly Activity[],
    { completeSince = -Infinity, countryLists = new Map() }: CustomerWindowsOptions = {},
  ) {
    const missing = specs.flatMap((spec) => spec.countryLists).find((list) => !countryLists.has(list));
    if (missing !== undefined)
      throw new Error(`the country list ${missing}, which an aggregate asks for, was not given`);

    this.log = new ActivityLog(activities.length);
    // In order, so that each goes to the end; the log would take them in any order, but slowly.
    for (const activity of [...activities].sort((a, b) => a.at - b.at)) this.log.insert(activity);
    this.cursor = new LoggedActivity(this.log);
    this.windows = specs.map((spec) => new RollingWindow(spec, this.log));
    this.reach = longestReach(specs);
    this.countryLists = countryLists;
    this.completeSince = completeSince;
  }

  /** How many activities are held. */
  get size(): number {
    return this.log.length - this.forgotten;
  }

  /** Whether every activity that the windows of an event at this time reach is held. */
  covers(at: number): boolean {
    return at - this.reach >= this.completeSince;
  }

  /**
   * Every aggregate by its key, for an event that has this activity and has not been added. Activities
   * that were added before and have the same time come before it, later ones do not count.
   *
   * @throws UncoveredWindowError
   */
  evaluate(current: Activity): Map<string, AggregateValue> {
    return this.values(current.at, current);
  }

  /**
   * The same for an event that is no activity. Aggregates that include the current activity, or whose
   * filter looks at it, are left out.
   *
   * @throws UncoveredWindowError
   */
  evaluateAt(at: number): Map<string, AggregateValue> {
    return this.values(at, null);
  }

  /** Adds an activity, wherever its time belongs. */
  add(activity: Activity): void {
    if (activity.at <= this.completeSince) return; // no window that is covered reaches it
    const row = this.log.insert(activity);
    if (row === this.log.length - 1) return;
    for (const window of this.windows) window.rowsMoved(row);
  }

  /** Forgets what no event at `oldestEvent` or later can reach. An older one is not covered from then on. */
  prune(oldestEvent: number): void {
    const since = oldestEvent - this.reach;
    if (since <= this.completeSince) return;
    this.completeSince = since;
    this.forgotten = this.log.countUntil(since);
    // Not before as many rows can go as stay, so that moving the rest costs no more than adding it did.
    if (this.forgotten === 0 || this.forgotten < this.size) return;
    this.log.dropFirst(this.forgotten);
    this.forgotten = 0;
    for (const window of this.windows) window.rowsMoved(0);
  }

  private values(at: number, current: ActivityFields | null): Map<string, AggregateValue> {
    if (!this.covers(at)) {
      throw new UncoveredWindowError(
        `activities are held after ${new Date(this.completeSince).toISOString()}, ` +
          `an event at ${new Date(at).toISOString()} reaches further back`,
      );
    }
    const { countryLists } = this;
    const view: RowView = { cursor: this.cursor, frame: { activity: this.cursor, current, at, countryLists } };
    const own: FilterFrame | null = current && { activity: current, current, at, countryLists };

    const values = new Map<string, AggregateValue>();
    for (const window of this.windows) {
      const { key, definition, dependsOnEvent } = window.spec;
      if (current === null && (dependsOnEvent || definition.include_current)) continue;
      values.set(key, window.value(at, definition.include_current ? own : null, view));
    }
    return values;
  }
}
