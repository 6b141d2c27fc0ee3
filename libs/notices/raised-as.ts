import { isDeepStrictEqual } from 'node:util';
import type { NoticeEvent, NoticeRaised } from '@probity/contracts/notices/events';

type Content = Omit<NoticeRaised, 'occurrence' | 'raised_at'>;

/** Postgres stores the occurrence in four bytes. */
const MAX_OCCURRENCE = 2 ** 31 - 1;

/** Whether an event raised a notice with this content. */
export function isRaisedAs({ data }: { data: NoticeRaised }, content: Content): boolean {
  const { occurrence: _occurrence, raised_at: _raised_at, ...raised } = data;
  return isDeepStrictEqual(raised, JSON.parse(JSON.stringify(content)));
}

/** The next occurrence. A forged event may have anything in its place, also a number after which there is none. */
export function nextOccurrence(before: NoticeEvent | undefined): number {
  const last: unknown = before?.data.occurrence ?? 0;
  return typeof last === 'number' && Number.isInteger(last) && last >= 0 && last < MAX_OCCURRENCE ? last + 1 : 1;
}
