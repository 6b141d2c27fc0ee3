import type { RecordedEvent } from './event-store';

/** The event store has another event than Probity wrote. */
export class EventDamaged extends Error {
  readonly revision: number;

  constructor({ stream, revision }: RecordedEvent) {
    super(`event ${revision} of ${stream} differs from the event that Probity wrote`);
    this.name = 'EventDamaged';
    this.revision = revision;
  }
}

/** @throws EventDamaged when one of Probity's events cannot be read: what it says is unknown, also whether it matters */
export function refuseDamaged(events: readonly RecordedEvent[]): void {
  const damaged = events.find(({ data, isForeign }) => data === undefined && !isForeign);
  if (damaged) throw new EventDamaged(damaged);
}
