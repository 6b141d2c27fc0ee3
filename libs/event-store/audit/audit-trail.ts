import type { RecordedEvent } from '../event-store';

/** The table `audit_events` of a schema. A rebuild corrects it, and a verification compares it with the events. */
export interface AuditTrail {
  schema: string;
  /**
   * SQL: whether the personal data of the entry `e` was erased. Erasure overwrites the reason and removes texts from the
   * data; the events have placeholders there.
   */
  erased?: string;
  /**
   * SQL: whether the trail itself has the erasure of the person of `e`. A verification demands it, so that nothing is taken
   * for erased because of a row that is no audit entry.
   */
  erasure?: string;
}

/** An entry of a trail. Its id is that of the event that explains it. */
export interface TrailEntry {
  id: string;
  /** null: the event concerns all tenants */
  tenant_id: string | null;
  actor: string;
}

/** The entries that the events of a projection make. Every entry of a trail comes from an event. */
export interface AuditedStreams {
  trail: AuditTrail;
  /** Begins a stream. The function returns the entry of each of its events, in their order; undefined: it has none. */
  begin(this: void): (event: RecordedEvent) => TrailEntry | undefined;
}

/** Entries that each follow from one event alone. */
export const auditedBy = <Event extends RecordedEvent>(
  trail: AuditTrail,
  entryOf: (event: Event) => TrailEntry | undefined,
): AuditedStreams => ({ trail, begin: () => (event) => entryOf(event as Event) });
