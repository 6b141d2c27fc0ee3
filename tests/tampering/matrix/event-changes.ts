import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { newId } from '@probity/platform/ids';
import { changedValue, placesIn, withChanged, withoutPlace } from '../changed-json';
import { forgedHistory, madeUpKey, withForgedCommits } from '../forging';
import type { StoredEvent } from '../stored-events';

/** A change of the events of a ledger by a person who has the event store, but no keys. */
export interface EventChange {
  what: string;
  events: StoredEvent[];
}

type Changes = (events: StoredEvent[], other: StoredEvent[]) => Iterable<EventChange>;

const named = ({ type, revision }: StoredEvent): string => `${type} ${revision}`;
const replaced = (events: StoredEvent[], by: Partial<StoredEvent> & { revision: number }): StoredEvent[] =>
  events.map((event) => (event.revision === by.revision ? { ...event, ...by } : event));
const renumbered = (events: StoredEvent[]): StoredEvent[] => events.map((event, revision) => ({ ...event, revision }));
const each = (one: (event: StoredEvent, all: StoredEvent[], other: StoredEvent[]) => Iterable<EventChange>): Changes =>
  function* (events, other) {
    for (const event of events) yield* one(event, events, other);
  };

/** Events that together have every field of every type, and the last of each type. */
const examples = (one: (event: StoredEvent, all: StoredEvent[]) => Iterable<EventChange>): Changes =>
  function* (all) {
    const seen = new Set<string>();
    // Those with the most fields come first.
    for (const event of all.toSorted((a, b) => b.data.length - a.data.length)) {
      const fields = placesIn(JSON.parse(event.data)).map((path) => `${event.type}: ${path.join('.')}`);
      const isLast = event === all.findLast(({ type }) => type === event.type);
      if (isLast || fields.some((field) => !seen.has(field))) yield* one(event, all);
      for (const field of fields) seen.add(field);
    }
  };

/** By operation: every such change of every event, or of every field. */
export const EVENT_CHANGES: Record<string, Changes> = {
  'edit of a field': examples(function* (event, all) {
    const { revision, data, metadata } = event;
    for (const path of placesIn(JSON.parse(data))) {
      const changed = JSON.stringify(withChanged(JSON.parse(data), path, changedValue));
      yield { what: `${named(event)}: ${path.join('.')}`, events: replaced(all, { revision, data: changed }) };
    }
    yield { what: `${named(event)}: the id`, events: replaced(all, { revision, id: newId() }) };
    yield { what: `${named(event)}: the type`, events: replaced(all, { revision, type: 'AccountFrozen' }) };
    for (const path of metadata ? placesIn(JSON.parse(metadata)) : []) {
      const changed = JSON.stringify(withChanged(JSON.parse(metadata!), path, changedValue));
      yield {
        what: `${named(event)}: ${path.join('.')} of the cause`,
        events: replaced(all, { revision, metadata: changed }),
      };
    }
  }),
  'removal of a field': examples(function* (event, all) {
    const { revision, data } = event;
    for (const path of placesIn(JSON.parse(data))) {
      const changed = JSON.stringify(withoutPlace(JSON.parse(data), path));
      yield { what: `${named(event)}: ${path.join('.')}`, events: replaced(all, { revision, data: changed }) };
    }
  }),
  deletion: each(function* (event, all) {
    const rest = all.filter((one) => one !== event);
    yield { what: `${named(event)}, with a gap`, events: rest };
    yield { what: `${named(event)}, without a gap`, events: renumbered(rest) };
  }),
  insertion: each(function* (event, all) {
    const again = { ...event, id: newId() };
    const { revision } = event;
    yield { what: `${named(event)} again`, events: renumbered(all.toSpliced(revision + 1, 0, again)) };
    yield { what: `${named(event)} again, at the end`, events: renumbered([...all, again]) };
  }),
  swap: each(function* (event, all) {
    const { revision } = event;
    const next = all.find((one) => one.type === event.type && one.revision > revision);
    if (!next) return;
    const data = replaced(replaced(all, { revision, data: next.data }), { ...next, data: event.data });
    yield { what: `the data of ${named(event)} and ${next.revision}`, events: data };
    const whole = replaced(replaced(all, { ...next, revision }), { ...event, revision: next.revision });
    yield { what: `${named(event)} and ${next.revision}`, events: whole };
  }),
  reorder: each(function* (event, all) {
    const { revision } = event;
    if (revision + 1 === all.length) return;
    yield {
      what: `${named(event)} after the next`,
      events: renumbered(all.toSpliced(revision, 2, all[revision + 1]!, event)),
    };
    yield { what: `${named(event)} to the end`, events: renumbered([...all.toSpliced(revision, 1), event]) };
  }),
  'transplant from another ledger': each(function* (event, all, other) {
    const { revision } = event;
    const theirs = other.find((one) => one.type === event.type);
    if (!theirs) return;
    yield { what: named(event), events: replaced(all, { ...theirs, revision }) };
    const idOf = ([created]: StoredEvent[]): string => created!.id;
    const ours = (text: string): string => text.replaceAll(idOf(other), idOf(all));
    const renamed = { ...theirs, revision, id: ours(theirs.id), data: ours(theirs.data) };
    yield { what: `${named(event)}, renamed`, events: replaced(all, renamed) };
  }),
  'forged history': each(function* (event, all) {
    const key = madeUpKey();
    const { revision, type } = event;
    if (type === 'TransactionPosted') {
      const narrated = (data: TransactionPosted) => ({ ...data, payload: { ...data.payload, narration: 'forged' } });
      yield { what: named(event), events: forgedHistory(all, revision, key, narrated) };
      return;
    }
    const { signature, ...data } = JSON.parse(event.data) as Record<string, unknown>;
    const [place] = placesIn(data as never).filter(([name]) => name !== 'version');
    const changed = JSON.stringify({
      ...(withChanged(data as never, place!, changedValue) as object),
      ...(signature ? { signature } : {}),
    });
    yield { what: named(event), events: withForgedCommits(replaced(all, { revision, data: changed }), revision, key) };
  }),
  'cut tail': each(function* ({ revision }, all) {
    if (revision + 1 < all.length) yield { what: `after revision ${revision}`, events: all.slice(0, revision + 1) };
  }),
  wipe: function* () {
    yield { what: 'every event', events: [] };
  },
};
