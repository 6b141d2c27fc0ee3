import { WebhookRejected } from './provider-signal';

const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/;
/** Epoch seconds have fewer digits than epoch milliseconds until the year 2286. */
const EPOCH = /^\d{9,10}$/;
const EPOCH_MS = /^\d{12,13}$/;

/**
 * A provider's time as ISO 8601 in UTC. Reads ISO 8601 with a zone, epoch seconds and epoch milliseconds; a time
 * without a zone is not a time.
 *
 * @throws WebhookRejected
 */
export function utcTime(text: string): string {
  const time = new Date(EPOCH.test(text) ? Number(text) * 1_000 : EPOCH_MS.test(text) ? Number(text) : isoOf(text));
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new WebhookRejected('unreadable', 'the time of the event has no known form with a zone');
}

const isoOf = (text: string): string => (WITH_ZONE.test(text) ? text : 'none');
