import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { dataText } from '../data-text';
import type { EventMetadata, NewEvent } from '../event-store';

/** The first item of what a MAC covers, so that a MAC of anything else never fits an event. */
const FORM = 'probity-event-1';

/** The hash before the first event of a stream. */
export const NO_EVENTS: Buffer = Buffer.alloc(32);

/** Where an event is. */
export interface Place {
  stream: string;
  revision: number;
}

export type StoredEvent = NewEvent & Place;

/**
 * All of an event: where it is, and its content as it is stored. The text of the data is the one that the store has,
 * because both are JSON.stringify of the same data. The first line is JSON, so that no two events have the same text.
 * Postgres changes the case of ids, so it does not count.
 *
 * @param metadata of the event: all of it, or without its MAC
 */
export function eventText(
  { stream, revision }: Place,
  { id, type, data }: NewEvent,
  metadata: EventMetadata | undefined,
): string {
  const head = JSON.stringify([FORM, stream, revision, id.toLowerCase(), type, metadata]);
  return `${head}\n${dataText(data)}`;
}

/** The hash of a stream's events up to this one: SHA-256 of the hash before it and of the whole event. */
export const hashAfter = (before: Buffer, event: StoredEvent): Buffer =>
  createHash('sha256')
    .update(before)
    .update(eventText(event, event, event.metadata ?? {}))
    .digest();

/** In base64. */
export const macOf = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('base64');

export function isMacOf(key: KeyObject, text: string, mac: string): boolean {
  const [expected, given] = [Buffer.from(macOf(key, text)), Buffer.from(mac)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
