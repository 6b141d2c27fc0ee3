import type { Activity, ActivityFields } from './activity';
import { type AggregateSpec, type FilterFrame, longestReach } from './aggregate-spec';
import type { AggregateValue, AggregateValues, CountryLists } from './rule-context';
import { ActivityLog } from './windows/activity-log';
import { LoggedActivity } from './windows/logged-activity';
import { RollingWindow, type RowView } from './windows/rolling-window';

export interface CustomerWindowsOptions {
  /**
   * The given activities are all activities of the customer after this time (milliseconds since 1970). Without it, they
   * are all activities of the customer.
   */
  completeSince?: number;
  /** the country lists that the filters of aggregates use; if the lists change, create new windows */
  countryLists?: CountryLists;
}

/** A window of the event begins before the activities in memory. Load the customer's activities again. */
export class UncoveredWindowError extends Error {}

/**
 * Holds the recent activities of one customer and the current value of each aggregate. The values are updated from
 * event to event, so the cost of an event does not depend on the number of activities in the windows.
 *
 * The caller must add each activity only once.
 */
export class CustomerWindows {
  private readonly log: ActivityLog;
  private readonly cursor: LoggedActivity;
  /** by the key of the aggregate */
  private readonly windows: ReadonlyMap<string, RollingWindow>;
  private readonly reach: number;
  private readonly countryLists: CountryLists;
  private completeSince: number;
  /** number of rows at the beginning that no window needs any more */
  private forgotten = 0;

  /** @throws Error when a filter uses a country list that is not given */
  constructor(
    specs: readonly AggregateSpec[],
    activities: readonly Activity[],
    { completeSince = -Infinity, countryLists = new Map() }: CustomerWindowsOptions = {},
  ) {
    const missing = specs.flatMap((spec) => spec.countryLists).find((list) => !countryLists.has(list));
    if (missing !== undefined) throw new Error(`the country list ${missing}, which an aggregate uses, was not given`);

    this.log = new ActivityLog(activities.length);
    // Sorted, because inserting at the end of the log is fast.
    for (const activity of [...activities].sort((a, b) => a.at - b.at)) this.log.insert(activity);
    this.cursor = new LoggedActivity(this.log);
    this.windows = new Map(specs.map((spec) => [spec.key, new RollingWindow(spec, this.log)]));
    this.reach = longestReach(specs);
    this.countryLists = countryLists;
    this.completeSince = completeSince;
  }

  /** The number of activities in memory. */
  get size(): number {
    return this.log.length - this.forgotten;
  }

  /** Returns whether all activities in the windows of an event at this time are in memory. */
  covers(at: number): boolean {
    return at - this.reach >= this.completeSince;
  }

  /**
   * Returns the values of the aggregates for an event with this activity. Each is computed when it is read first; read
   * them before the next event. The activity must not have been added. Activities with the same time that were added
   * before count as earlier. Later activities do not count.
   *
   * @throws UncoveredWindowError
   */
  evaluate(current: Activity): AggregateValues {
    return this.values(current.at, current);
  }

  /**
   * Like `evaluate`, for an event without an activity. The result does not have the aggregates that include the current
   * activity, or whose filter reads it.
   *
   * @throws UncoveredWindowError
   */
  evaluateAt(at: number): AggregateValues {
    return this.values(at, null);
  }

  /** Adds an activity. It may be earlier than activities that were added before. */
  add(activity: Activity): void {
    if (activity.at <= this.completeSince) return; // outside of all covered windows
    const row = this.log.insert(activity);
    if (row === this.log.length - 1) return;
    for (const window of this.windows.values()) window.rowsMoved(row);
  }

  /** Removes activities that events at `oldestEvent` or later do not need. Older events are then no longer covered. */
  prune(oldestEvent: number): void {
    const since = oldestEvent - this.reach;
    if (since <= this.completeSince) return;
    this.completeSince = since;
    this.forgotten = this.log.countUntil(since);
    // Moves the remaining rows only if at least as many rows are removed, which keeps the cost per activity constant.
    if (this.forgotten === 0 || this.forgotten < this.size) return;
    this.log.dropFirst(this.forgotten);
    this.forgotten = 0;
    for (const window of this.windows.values()) window.rowsMoved(0);
  }

  private values(at: number, current: ActivityFields | null): AggregateValues {
    if (!this.covers(at)) {
      throw new UncoveredWindowError(
        `only activities after ${new Date(this.completeSince).toISOString()} are in memory; ` +
          `the windows of an event at ${new Date(at).toISOString()} begin earlier`,
      );
    }
    const { countryLists } = this;
    const view: RowView = { cursor: this.cursor, frame: { activity: this.cursor, current, at, countryLists } };
    const own: FilterFrame | null = current && { activity: current, current, at, countryLists };

    const values = new Map<string, AggregateValue>();
    const valueOf = (key: string): AggregateValue | undefined => {
      const window = this.windows.get(key);
      if (!window) return undefined;
      const { include_current } = window.spec.definition;
      if (current === null && (window.spec.dependsOnEvent || include_current)) return undefined;
      const value = window.value(at, include_current ? own : null, view);
      values.set(key, value);
      return value;
    };
    return { get: (key) => (values.has(key) ? values.get(key) : valueOf(key)) };
  }
}
