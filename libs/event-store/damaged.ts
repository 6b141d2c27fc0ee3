import { namesItsStream } from '@probity/contracts/own-stream';
import { Refusal } from '@probity/platform/errors';
import { shown } from '@probity/platform/shown';
import type { RecordedEvent } from './event-store';

/** The event store has another event than Probity wrote, or what the event says is not known. */
export class EventDamaged extends Error {
  readonly stream: string;
  readonly revision: number;

  constructor({ stream, revision }: RecordedEvent, how = 'differs from the event that Probity wrote') {
    super(`event ${revision} of ${shown(stream)} ${how}`);
    this.name = 'EventDamaged';
    this.stream = stream;
    this.revision = revision;
  }

  /** What a caller is told who wants to read or change the object. Its cause tells the log which event it is. */
  get refusal(): Refusal {
    const message =
      'a stored event of this object was changed, or this version does not know it; no changes were made; an operator ' +
      'must look into the log';
    return new Refusal('overloaded', 'event_damaged', message, { cause: this });
  }
}

/** A newer version wrote an event of a type that this one does not know. */
export class EventUnknown extends EventDamaged {
  constructor(event: RecordedEvent) {
    super(
      event,
      `has the type ${shown(event.type)}, which this version does not know; run the newest version that has run here`,
    );
    this.name = 'EventUnknown';
  }
}

/** @throws EventUnknown when one of Probity's events has another type than these */
export function refuseUnknown(events: readonly RecordedEvent[], types: readonly string[] | undefined): void {
  const unknown = events.find(({ type, isForeign }) => types && !isForeign && !types.includes(type));
  if (unknown) throw new EventUnknown(unknown);
}

/**
 * Call it before stored events are projected, or decided on.
 *
 * @throws EventDamaged when one of Probity's events cannot be read: what it says is unknown, also whether it matters; or
 * when it names another object than its stream, which it must not change
 */
export function refuseDamaged(events: readonly RecordedEvent[]): void {
  for (const event of events) {
    if (event.isForeign) continue;
    if (event.data === undefined) throw new EventDamaged(event);
    if (!namesItsStream(event.stream, event.data))
      throw new EventDamaged(event, 'names another object than its stream');
  }
}

/** Whether what an event of Probity says is known. */
export function isReadable(event: RecordedEvent): boolean {
  try {
    refuseDamaged([event]);
    return true;
  } catch (error) {
    if (error instanceof EventDamaged) return false;
    throw error;
  }
}

/** @throws EventDamaged when one of Probity's events has another form than its object needs */
export function refuseMalformed(
  events: readonly RecordedEvent[],
  isWellFormed: ((event: RecordedEvent) => boolean) | undefined,
): void {
  const malformed = events.find((event) => isWellFormed && !event.isForeign && !isWellFormed(event));
  if (malformed) throw new EventDamaged(malformed);
}
