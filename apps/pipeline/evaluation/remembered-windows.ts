import type { Activity } from '@probity/monitoring/activity';
import { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { RuleSet } from '@probity/monitoring/rule-set';
import { ActivityLog } from '@probity/monitoring/windows/activity-log';
import { MAX } from 'uuid';
import type { HistoryPage, Place, WantedPage } from './evaluation';
import { readActivities } from './read-activities';

/** The windows cover events up to this much older than the latest one. For older events, more history is read. */
const LATE_MS = 86_400_000;

/** Texts of so many characters take about as much memory as an activity. */
const CHARACTERS_OF_ACTIVITY = 100;

/** Activities that are older than those in the windows, page by page. */
interface Load {
  number: number;
  log: ActivityLog;
  /** epoch milliseconds */
  since: number;
  isCut: boolean;
  pages: number;
}

let loads = 0;

/**
 * The windows of a customer, with the history that was read for them. They are valid for one version of the customer's
 * subject. An event that is older than they reach has them extended: what they have is kept. An event as late as an
 * earlier one needs no history again, unless the customer has too many activities.
 */
export class RememberedWindows {
  readonly windows: CustomerWindows;
  /** activities in the windows that were not stored in this version */
  private added: Activity[] = [];
  private lateMs = LATE_MS;
  private load: Load | undefined;

  constructor(
    private version: number,
    private rules: RuleSet,
    private countryLists: CountryLists,
    private readonly most: number,
  ) {
    this.windows = new CustomerWindows(rules.aggregates, [], { completeSince: Infinity, countryLists });
  }

  /** The memory, measured in activities with short texts. */
  get size(): number {
    const { windows, load } = this;
    const characters = windows.characters + (load?.log.texts.characters ?? 0);
    return windows.size + (load?.log.length ?? 0) + Math.ceil(characters / CHARACTERS_OF_ACTIVITY);
  }

  /** Whether these are the windows before an event that comes after the given activities, which are not stored yet. */
  reflect(version: number, earlier: readonly Activity[]): boolean {
    return version === this.version && this.added.every((one, n) => one.transaction_id === earlier[n]?.transaction_id);
  }

  use(rules: RuleSet, countryLists: CountryLists): void {
    if (rules === this.rules && countryLists === this.countryLists) return;
    this.windows.compute(rules.aggregates, countryLists);
    this.rules = rules;
    this.countryLists = countryLists;
  }

  /** Adds the activities that the windows do not have yet. */
  add(earlier: readonly Activity[]): void {
    for (const activity of earlier.slice(this.added.length)) {
      this.windows.add(activity);
      this.added.push(activity);
    }
  }

  /**
   * Returns what must be read first for an event at this time.
   *
   * @param latest the time of the customer's latest event
   */
  wantedFor(at: number, latest: number | null): WantedPage | undefined {
    if (latest !== null && latest - at > LATE_MS) this.lateMs = Math.max(this.lateMs, latest - at + LATE_MS);
    if (this.windows.covers(at) || this.windows.isCut) return undefined;
    const since = at - this.rules.longestWindowMs - LATE_MS;
    this.load = { number: ++loads, log: new ActivityLog(0), since, isCut: false, pages: 0 };
    return this.wanted(this.load, { at: new Date(since).toISOString(), event_id: MAX });
  }

  /** Takes a page in; returns the next one that is missing. */
  take({ load: number, activities, next, cutAt }: HistoryPage): WantedPage | undefined {
    const { load } = this;
    if (load?.number !== number) return undefined;
    load.pages++;
    if (cutAt !== undefined) Object.assign(load, { log: new ActivityLog(0), since: cutAt, isCut: true });
    for (const activity of readActivities(activities)) load.log.insert(activity);
    if (next) return this.wanted(load, next);
    this.load = undefined;
    this.extend(load);
    return undefined;
  }

  /** Events were stored. Windows of another version stay as they are; the next event finds that they are out of date. */
  stored(from: number, to: number, activities: readonly Activity[], latest: number): void {
    if (!this.reflect(from, activities)) return;
    this.add(activities);
    this.version = to;
    this.added = [];
    this.load = undefined;
    this.windows.prune(latest - this.lateMs);
    if (this.windows.size > this.most) {
      this.lateMs = LATE_MS;
      this.windows.prune(latest - this.lateMs);
    }
    this.windows.cutTo(this.most);
  }

  private wanted({ number, log, pages }: Load, after: Place): WantedPage {
    const { completeSince, size } = this.windows;
    const until = completeSince === Infinity ? null : completeSince;
    const most = pages === 1 ? { most: Math.max(0, this.most - size - log.length) } : {};
    return { load: number, after, until, isFirst: pages === 0, ...most };
  }

  private extend({ log, since, isCut }: Load): void {
    const before = this.windows.completeSince;
    this.windows.extend(log, since, isCut);
    for (const activity of this.added) if (activity.at <= before) this.windows.add(activity);
  }
}
