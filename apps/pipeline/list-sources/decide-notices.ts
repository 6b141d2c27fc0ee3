import type { Notice } from '@probity/notices/notice-board';
import { isStale } from './fetch-schedule';

/** After an officer settled a notice whose cause lasts, it opens again when this time has passed. */
const QUIET_MS = 24 * 3_600_000;

export type ListNoticeKind = 'list_fetch_failed' | 'list_stale';

/** A list with a source. */
export interface WatchedList {
  list: string;
  active: boolean;
  /** failed fetches since the last one that succeeded */
  failures: number;
  /** why the last of them failed; null when none did */
  code: string | null;
  message: string | null;
  stale_after_hours: number;
  set_at: Date;
  /** null: the list was never imported */
  confirmed_at: Date | null;
}

/** The last notice of a kind about a list. */
export interface KnownNotice {
  kind: ListNoticeKind;
  /** the list */
  subject: string;
  status: 'open' | 'settled';
  data: Record<string, unknown>;
  settled_at: Date | null;
  /** `system`, or staff */
  settled_by: string | null;
}

export interface NoticeDecisions {
  settle: { kind: ListNoticeKind; list: string; reason: string }[];
  raise: Notice[];
}

/** Decides which notices about lists staff need, and which need no attention any more. Settle before you raise. */
export function decideNotices(lists: WatchedList[], known: KnownNotice[], now: Date): NoticeDecisions {
  const decided: NoticeDecisions = { settle: [], raise: [] };
  const wanted = new Map<string, Notice>();
  for (const list of lists) {
    for (const notice of [failureOf(list), staleOf(list, now)]) {
      if (notice) wanted.set(keyOf(notice.kind as ListNoticeKind, notice.subject), notice);
    }
  }
  const names = new Set(lists.map(({ list }) => list));
  const quiet = new Set<string>();
  for (const { kind, subject: list, ...last } of known) {
    const notice = wanted.get(keyOf(kind, list));
    if (last.status === 'settled') {
      if (isQuiet(last, notice, now)) quiet.add(keyOf(kind, list));
    } else if (!notice) {
      decided.settle.push({ kind, list, reason: names.has(list) ? ENDED[kind] : `the source of ${list} was removed` });
    } else if (notice.data.code !== last.data.code) {
      decided.settle.push({ kind, list, reason: 'the fetch fails for another reason now' });
    } else quiet.add(keyOf(kind, list));
  }
  for (const [key, notice] of wanted) if (!quiet.has(key)) decided.raise.push(notice);
  return decided;
}

const ENDED: Record<ListNoticeKind, string> = {
  list_fetch_failed: 'the list was fetched, or its source was changed',
  list_stale: 'the list was confirmed as current, or may be older now',
};

const keyOf = (kind: ListNoticeKind, list: string): string => `${kind} ${list}`;

/** An officer has dealt with the same cause, and not long ago. */
const isQuiet = (
  { settled_by, settled_at, data }: Pick<KnownNotice, 'settled_by' | 'settled_at' | 'data'>,
  notice: Notice | undefined,
  now: Date,
): boolean =>
  settled_by !== 'system' &&
  settled_at !== null &&
  now.getTime() - settled_at.getTime() < QUIET_MS &&
  notice?.data.code === data.code;

function failureOf({ list, active, failures, code, message }: WatchedList): Notice | undefined {
  if (!active || failures === 0 || code === null) return undefined;
  const isRemoval = code === 'too_many_removed';
  const advice = isRemoval
    ? `If the removal is meant, import the files by hand: probity watchlist import <files> --list ${list} --allow-removal.`
    : `Probity tries again; probity watchlist fetches ${list} shows the attempts.`;
  return {
    tenantId: null,
    kind: 'list_fetch_failed',
    subject: list,
    severity: isRemoval ? 'high' : 'medium',
    message: `The list ${list} was not fetched, and its version before still applies: ${sentence(message ?? code)} ${advice}`,
    data: { list, code },
  };
}

function staleOf({ list, confirmed_at, set_at, stale_after_hours }: WatchedList, now: Date): Notice | undefined {
  if (!isStale(confirmed_at ?? set_at, stale_after_hours, now)) return undefined;
  const message = confirmed_at
    ? `The list ${list} was confirmed as current at ${confirmed_at.toISOString()}, more than ${stale_after_hours} hours ` +
      'ago. Customers are screened against that version.'
    : `The list ${list} has a source since ${set_at.toISOString()}, and was never imported. No customer is screened ` +
      'against it.';
  const advice = `Import it by hand, or see why it is not fetched: probity watchlist fetches ${list}.`;
  const data = { list, confirmed_at: confirmed_at?.toISOString() ?? null, stale_after_hours };
  return { tenantId: null, kind: 'list_stale', subject: list, severity: 'high', message: `${message} ${advice}`, data };
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
