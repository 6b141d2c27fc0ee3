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
  private log: ActivityLog;
  private cursor!: LoggedActivity;
  private specs!: readonly AggregateSpec[];
  /** by the key of the aggregate */
  private windows!: ReadonlyMap<string, RollingWindow>;
  private reach!: number;
  private countryLists!: CountryLists;
  private since: number;
  private cut = false;
  /** number of rows at the beginning that no window needs any more */
  private forgotten = 0;

  /** @throws Error when a filter uses a country list that is not given */
  constructor(
    specs: readonly AggregateSpec[],
    activities: readonly Activity[],
    { completeSince = -Infinity, countryLists = new Map() }: CustomerWindowsOptions = {},
  ) {
    this.log = new ActivityLog(activities.length);
    // Sorted, because inserting at the end of the log is fast.
    for (const activity of [...activities].sort((a, b) => a.at - b.at)) this.log.insert(activity);
    this.since = completeSince;
    this.compute(specs, countryLists);
  }

  /**
   * Computes these aggregates from now on, from the same activities.
   *
   * @throws Error when a filter uses a country list that is not given
   */
  compute(specs: readonly AggregateSpec[], countryLists: CountryLists): void {
    const missing = specs.flatMap((spec) => spec.countryLists).find((list) => !countryLists.has(list));
    if (missing !== undefined) throw new Error(`the country list ${missing}, which an aggregate uses, was not given`);
    this.specs = specs;
    this.reach = longestReach(specs);
    this.countryLists = countryLists;
    this.resetWindows();
  }

  /** The number of activities in memory. */
  get size(): number {
    return this.log.length - this.forgotten;
  }

  /** The number of characters of the texts in memory, each text once. */
  get characters(): number {
    return this.log.texts.characters;
  }

  /** All activities after this time are in memory. */
  get completeSince(): number {
    return this.since;
  }

  /** Whether activities that windows need were left out, because there are too many. */
  get isCut(): boolean {
    return this.cut;
  }

  /** Returns whether all activities in the windows of an event at this time are in memory. */
  covers(at: number): boolean {
    return at - this.reach >= this.since;
  }

  /**
   * Returns the values of the aggregates for an event with this activity. Each is computed when it is read first; read
   * them before the next event. The activity must not have been added. Activities with the same time that were added
   * before count as earlier. Later activities do not count. Of windows that were cut, `uncovered` has the aggregates that
   * cannot be computed.
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
    if (activity.at <= this.since) return; // outside of all covered windows
    const row = this.log.insert(activity);
    if (row === this.log.length - 1) return;
    for (const window of this.windows.values()) window.rowsMoved(row);
  }

  /**
   * Puts older activities before those in memory: all of the customer after `since`, up to the time since which the
   * windows are complete.
   *
   * @param older belongs to the windows afterwards
   * @param isCut whether windows need activities at or before `since`, which are too many
   */
  extend(older: ActivityLog, since: number, isCut: boolean): void {
    this.dropForgotten();
    older.append(this.log);
    this.log = older;
    this.since = since;
    this.cut = isCut;
    this.resetWindows();
  }

  /** Removes activities that events at `oldestEvent` or later do not need. Older events are then no longer covered. */
  prune(oldestEvent: number): void {
    const since = oldestEvent - this.reach;
    if (since <= this.since) return;
    this.cut = false;
    this.forgetUntil(since);
  }

  /** Keeps the latest activities, at most as many as given. */
  cutTo(most: number): void {
    if (this.size <= most) return;
    this.cut = true;
    this.forgetUntil(this.log.at(this.log.length - most - 1));
  }

  private forgetUntil(since: number): void {
    this.since = since;
    this.forgotten = this.log.countUntil(since);
    // Moves the remaining rows only if at least as many rows are removed, which keeps the cost per activity constant.
    if (this.forgotten === 0 || this.forgotten < this.size) return;
    this.dropForgotten();
    for (const window of this.windows.values()) window.rowsMoved(0);
  }

  private dropForgotten(): void {
    if (this.forgotten > 0) this.log.dropFirst(this.forgotten);
    this.forgotten = 0;
  }

  private resetWindows(): void {
    this.cursor = new LoggedActivity(this.log);
    this.windows = new Map(this.specs.map((spec) => [spec.key, new RollingWindow(spec, this.log)]));
  }

  private values(at: number, current: ActivityFields | null): AggregateValues {
    const uncovered = this.covers(at) ? undefined : this.uncoveredAt(at);
    const { countryLists } = this;
    const view: RowView = { cursor: this.cursor, frame: { activity: this.cursor, current, at, countryLists } };
    const own: FilterFrame | null = current && { activity: current, current, at, countryLists };

    const values = new Map<string, AggregateValue>();
    const valueOf = (key: string): AggregateValue | undefined => {
      const window = this.windows.get(key);
      if (!window) return undefined;
      const { include_current } = window.spec.definition;
      if (current === null && (window.spec.dependsOnEvent || include_current)) return undefined;
      if (uncovered?.has(key)) throw this.uncoveredError(at);
      const value = window.value(at, include_current ? own : null, view);
      values.set(key, value);
      return value;
    };
    return {
      get: (key) => (values.has(key) ? values.get(key) : valueOf(key)),
      ...(uncovered && { uncovered }),
    };
  }

  /** @throws UncoveredWindowError unless the windows were cut */
  private uncoveredAt(at: number): ReadonlySet<string> {
    if (!this.cut) throw this.uncoveredError(at);
    const begins = ({ windowMs, offsetMs }: AggregateSpec): number => at - windowMs - offsetMs;
    return new Set(this.specs.filter((spec) => begins(spec) < this.since).map(({ key }) => key));
  }

  private uncoveredError(at: number): UncoveredWindowError {
    return new UncoveredWindowError(
      `only activities after ${shown(this.since)} are in memory; the windows of an event at ${shown(at)} begin earlier`,
    );
  }
}

const shown = (time: number): string => (Number.isFinite(time) ? new Date(time).toISOString() : String(time));
