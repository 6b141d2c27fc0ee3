import { type Activity, ACTIVITY_TEXTS } from '@probity/monitoring/activity';
import { formatAmount } from '@probity/monitoring/amount';
import type { HistoryPage, WantedPage } from '../evaluation';
import { Supplier } from './evaluation-samples';

/** Supplies rules, and the stored activities of one customer in short pages. */
export class StoredHistory extends Supplier {
  /** in the order in which they were stored */
  readonly stored: Activity[] = [];
  /** how many activities were read */
  read = 0;
  rowsOfPage = 3;

  override page({ load, after, until, isFirst, most }: WantedPage): Promise<HistoryPage> {
    this.asked.push({ load, after, until, isFirst });
    const isAfter = ({ at, id }: Placed, place: { at: number; id: string }): boolean =>
      at === place.at ? id > place.id : at > place.at;
    let from = { at: Date.parse(after.at), id: after.event_id };
    const wanted = this.inOrder().filter((one) => isAfter(one, from) && one.at <= (until ?? Infinity));
    const cut = most === undefined ? undefined : wanted.at(-1 - most);
    if (cut) from = cut;
    const rows = wanted.filter((one) => isAfter(one, from)).slice(0, isFirst ? 2 : this.rowsOfPage);
    const last = rows.at(-1);
    const isLast = rows.length < (isFirst ? 2 : this.rowsOfPage);
    this.read += rows.length;
    return Promise.resolve({
      load,
      activities: textOf(rows.map(({ activity }) => activity)),
      next: isLast ? null : { at: new Date(last!.at).toISOString(), event_id: last!.id },
      ...(cut && { cutAt: cut.at }),
    });
  }

  private inOrder(): Placed[] {
    const placed = this.stored.map((activity, n) => ({ at: activity.at, id: String(n).padStart(6, '0'), activity }));
    return placed.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  }
}

interface Placed {
  at: number;
  id: string;
  activity: Activity;
}

function textOf(activities: Activity[]): string {
  if (activities.length === 0) return '[null,null,null]';
  const column = <Value>(value: (one: Activity) => Value): Value[] => activities.map(value);
  return JSON.stringify([
    column(({ at }) => at),
    column(({ amount }) => formatAmount(amount)),
    column(({ comparable }) => comparable),
    ...ACTIVITY_TEXTS.map((text) => column((one) => one[text])),
  ]);
}
