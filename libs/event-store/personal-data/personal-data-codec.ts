import { joined, separate } from '@probity/contracts/personal-data/redact';
import { SEALED_FACTS, SEALED_FIELD, type SealedFact } from '@probity/contracts/personal-data/sealed-facts';
import type { Sql } from '@probity/persistence/database';
import { isUuid } from '@probity/platform/ids';
import type { NewEvent, RecordedEvent } from '../event-store';
import type { DataKeys, FoundKey, Subject } from './data-keys';
import { itemsOf, subjectsOf, withOpenItems, withSealedItems } from './sealed-lists';

/** An event in its stream. */
interface Placed {
  stream: string;
  event: NewEvent;
}

/** An event as it is stored, and as its readers see it. */
export interface SealedEvent {
  stored: NewEvent;
  /** with its personal data, unless the key was destroyed */
  seen: NewEvent;
}

type Data = Record<string, unknown>;

/** In place of sealed data, in an event that has none. */
const NOTHING = '';

/**
 * Seals the personal data of events before they are stored, and opens them when they are read. A stored event has, in
 * place of its personal data, placeholders that are valid for its schema, and one field with all of them, sealed.
 *
 * An event whose key was destroyed is read with the placeholders. Events of older versions have no sealed field; they
 * are read as they are, or with placeholders once the key of their subject was destroyed.
 */
export class PersonalDataCodec {
  constructor(private readonly keys: DataKeys) {}

  /** Seals events, in their order. A subject gets its key here. */
  async seal(placed: Placed[]): Promise<SealedEvent[]> {
    const subjects = placed.flatMap(({ event }) => subjectsIn(event));
    if (subjects.length === 0) return placed.map(({ event }) => ({ stored: event, seen: event }));
    const keys = await this.keys.findOrCreate(subjects);
    return placed.map((each) => sealed(each, keys));
  }

  /**
   * The events as they were before they were sealed, in their order.
   *
   * @param sql for a reader that is in a transaction
   */
  async open(events: RecordedEvent[], sql?: Sql): Promise<RecordedEvent[]> {
    const ids = events.flatMap((event) => (event.isForeign ? [] : subjectsIn(event))).map(({ id }) => id);
    if (ids.length === 0) return events;
    const keys = await this.keys.find(ids, sql);
    return events.map((event) => opened(event, keys));
  }
}

function sealed({ stream, event }: Placed, keys: ReadonlyMap<string, FoundKey>): SealedEvent {
  const items = itemsOf(event);
  if (items) return { stored: withSealedItems(stream, event, items, keys), seen: event };
  const known = factOf(event);
  if (!known) return { stored: event, seen: event };
  const { rest, personal } = separate(known.fact.data, event.data);
  const storedWith = (box: string): NewEvent => ({ ...event, data: { ...(rest as Data), [SEALED_FIELD]: box } });
  const id = idOf(known, event.data as Data);
  const key = id === undefined ? undefined : keys.get(id);
  if (key === 'destroyed') return { stored: storedWith(NOTHING), seen: { ...event, data: rest } };
  if (personal !== undefined && !key)
    throw new Error(`the ${event.type} ${event.id} of ${stream} names no subject whose key could seal it`);
  const box = personal === undefined ? NOTHING : key!.seal(JSON.stringify(personal), contextOf(stream, event));
  return { stored: storedWith(box), seen: event };
}

/** An event that cannot be opened although its key exists was tampered with: like any such event it has no data. */
function opened(event: RecordedEvent, keys: ReadonlyMap<string, FoundKey>): RecordedEvent {
  if (event.isForeign) return event;
  const items = itemsOf(event);
  if (items) return withOpenItems(event, items, keys);
  const known = factOf(event);
  if (!known) return event;
  const { [SEALED_FIELD]: box, ...rest } = event.data as Data;
  const id = idOf(known, rest);
  const key = id === undefined ? undefined : keys.get(id);
  if (box === undefined) return key === 'destroyed' ? erased(event, known) : event;
  if (box === NOTHING) return { ...event, data: rest };
  if (key === 'destroyed') return { ...event, data: rest, isErased: true };
  try {
    const personal: unknown = JSON.parse(key!.open(box as string, contextOf(event.stream, event)));
    return { ...event, data: joined({ rest, personal }) };
  } catch {
    return { ...event, data: undefined };
  }
}

/** An event of an older version, which has no sealed field. */
function erased(event: RecordedEvent, { fact }: SealedFact): RecordedEvent {
  const { rest, personal } = separate(fact.data, event.data);
  return { ...event, data: rest, ...(personal !== undefined && { isErased: true }) };
}

function subjectsIn(event: NewEvent): Subject[] {
  const items = itemsOf(event);
  if (items) return subjectsOf(items);
  const known = factOf(event);
  if (!known) return [];
  const data = event.data as Data;
  const id = idOf(known, data);
  return id === undefined ? [] : [{ id, kind: known.subject, tenant_id: data.tenant_id as string }];
}

function factOf({ type, data }: NewEvent): SealedFact | undefined {
  const known = SEALED_FACTS.get(type);
  return known && typeof data === 'object' && data !== null ? known : undefined;
}

/** Undefined in an event that Probity did not write: another program may have anything in place of an id. */
function idOf({ subjectField }: SealedFact, data: Data): string | undefined {
  const id = data[subjectField];
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}

/** A sealed field that was copied to another event cannot be opened there. */
const contextOf = (stream: string, { id, type }: NewEvent): string => `${stream} ${id} ${type}`;
