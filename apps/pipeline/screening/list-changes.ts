import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { ScreeningThresholds } from '@probity/contracts/settings/screening-thresholds';
import type { Sql } from '@probity/persistence/database';
import { changedEntries, type ListsOfTenant } from './changed-entries';
import { screenSubjects } from './customer-screening';
import type { ChangeRange } from './stored-entries';
import { subjectsOfProfile } from './subjects';
import type { WatchlistIndex } from './watchlist-index';

/** A customer to screen against changed entries. */
export interface CustomerToRescreen {
  id: string;
  tenant_id: string;
  profile: CustomerProfile;
  /** the shared lists that apply; null: all of them */
  lists: string[] | null;
  thresholds: ScreeningThresholds;
}

/** Screens customers against the entries that a change added. */
export class ListChanges {
  /** the change that was asked for last: a rescreening goes through its customers in pages */
  private last: { range: string; lists: Promise<ListsOfTenant | undefined> } | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly index: WatchlistIndex,
  ) {}

  /** Returns the alerts of each customer; undefined when all entries of the change were removed again. */
  async screen(range: ChangeRange, customers: CustomerToRescreen[]): Promise<AlertToRaise[][] | undefined> {
    const lists = await this.listsOf(range);
    if (!lists) return undefined;
    const alerts: AlertToRaise[][] = [];
    for (const { id, tenant_id, profile, lists: applying, thresholds } of customers) {
      await new Promise(setImmediate); // lets other screenings continue
      const found = await screenSubjects(lists(tenant_id, applying), id, subjectsOfProfile(profile), thresholds);
      alerts.push(found.alerts);
    }
    return alerts;
  }

  private listsOf({ tenant_id, from_sequence, to_sequence }: ChangeRange): Promise<ListsOfTenant | undefined> {
    const range = JSON.stringify([tenant_id, from_sequence, to_sequence]);
    if (this.last?.range !== range) {
      const lists = changedEntries(this.sql, { tenant_id, from_sequence, to_sequence }, this.index);
      lists.catch(() => (this.last = undefined)); // the next page reads the entries again
      this.last = { range, lists };
    }
    return this.last.lists;
  }
}
