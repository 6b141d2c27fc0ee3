import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { EventMetadata, RecordedEvent } from '../event-store';

/** The first item of what a MAC covers, so that a MAC of anything else never fits an event. */
const FORM = 'probity-event-1';

/** The hash before the first event of a stream. */
export const NO_EVENTS: Buffer = Buffer.alloc(32);

export type StoredEvent = Omit<RecordedEvent, 'isForeign'>;

/**
 * All of an event: where it is, and its content as it is stored. The text of the data is the one that the store has,
 * because both are JSON.stringify of the same data. The first line is JSON, so that no two events have the same text.
 * Postgres changes the case of ids, so it does not count.
 *
 * @param metadata of the event, without its MAC
 */
function eventText({ stream, revision, id, type, data }: StoredEvent, metadata: EventMetadata): string {
  const head = JSON.stringify([FORM, stream, revision, id.toLowerCase(), type, metadata]);
  return `${head}\n${JSON.stringify(data)}`;
}

/** The text that the MAC of an event covers: all except the MAC. */
export function coveredText(event: StoredEvent): string {
  const { mac: _mac, ...metadata } = event.metadata ?? {};
  return eventText(event, metadata);
}

/** The hash of a stream's events up to this one: SHA-256 of the hash before it and of the whole event. */
export const hashAfter = (before: Buffer, event: StoredEvent): Buffer =>
  createHash('sha256')
    .update(before)
    .update(eventText(event, event.metadata ?? {}))
    .digest();

export const macOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export function isMacOf(key: KeyObject, text: string, mac: Buffer): boolean {
  const expected = macOf(key, text);
  return mac.length === expected.length && timingSafeEqual(mac, expected);
}
