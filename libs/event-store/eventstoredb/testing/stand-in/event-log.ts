import { randomUUID } from 'node:crypto';

/** An event as the server stores it. */
export interface StoredEvent {
  /** where the event begins in the log, in bytes; messages use it for both the commit and the prepare position */
  position: bigint;
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  /** milliseconds since 1970 */
  created: number;
}

export type ProposedEvent = Pick<StoredEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

export type ExpectedVersion = bigint | 'no stream' | 'any' | 'stream exists';

export type AppendResult =
  | { result: 'success'; last: bigint; position: bigint }
  | { result: 'wrong expected version'; current: bigint }
  | { result: 'stream deleted' };

interface Stream {
  events: StoredEvent[];
  /** events with lower revisions are hidden; set by `delete` */
  truncateBefore: bigint;
  /** only so many of the last events are readable; set by an event in the stream of its metadata */
  maxCount: number;
  state: 'there' | 'deleted' | 'tombstoned';
}

export interface LogCopy {
  events: StoredEvent[];
  streams: Map<string, Stream>;
  end: bigint;
}

const NONE = -1n;
/** The revision of a tombstone, and `truncateBefore` of a deleted stream: the largest signed 64-bit integer. */
const DELETED = 9223372036854775807n;
const RECORD_OVERHEAD = 100;

/**
 * The events of one server, or of all nodes of a cluster, in memory. It follows the rules of the real server's
 * `IndexWriter.CheckCommit` and of its readers (EventStoreDB 24, KurrentDB 25).
 */
export class EventLog {
  readonly events: StoredEvent[] = [];
  private readonly streams = new Map<string, Stream>();
  private readonly watchers = new Set<() => void>();
  private end = 0n;

  constructor() {
    // A real server writes events of its own before any client does.
    this.write('$epoch-information', 0n, systemEvent('$epoch-information', '{}'));
    this.write('$$$settings', 0n, systemEvent('$metadata', '{}'));
  }

  append(name: string, expected: ExpectedVersion, events: ProposedEvent[]): AppendResult {
    const stream = this.streams.get(name);
    if (stream?.state === 'tombstoned') return { result: 'stream deleted' };
    const current = stream?.events.at(-1)?.revision ?? NONE;
    const conflict: AppendResult = { result: 'wrong expected version', current };
    const wasDeleted = stream?.state === 'deleted';

    if (expected === 'stream exists') {
      if (wasDeleted) return { result: 'stream deleted' };
      if (current === NONE) return conflict;
    }
    if (expected === 'any' || expected === 'stream exists') {
      const earlier = events.map(({ id }) => stream?.events.find((event) => event.id === id));
      if (events.length > 0 && earlier[0]) {
        const last = earlier.at(-1);
        return earlier.every(Boolean)
          ? { result: 'success', last: last!.revision, position: last!.position }
          : conflict;
      }
      return this.commit(name, current, events);
    }

    const version = expected === 'no stream' ? NONE : expected;
    if (version > current) return conflict;
    if (version === current) return this.commit(name, current, events);
    const there = events.map(({ id }, index) => {
      const event = stream!.events[Number(version) + 1 + index];
      return event?.id === id ? event : undefined;
    });
    if (!there[0] && expected === 'no stream' && wasDeleted) return this.commit(name, current, events);
    const last = there.at(-1);
    return last && there.every(Boolean)
      ? { result: 'success', last: last.revision, position: last.position }
      : conflict;
  }

  /** Deletes the stream. Later appends can start it again. */
  delete(name: string): void {
    const stream = this.streams.get(name);
    if (!stream) return;
    stream.state = 'deleted';
    stream.truncateBefore = DELETED;
    this.writeTruncation(name, DELETED);
  }

  /** Deletes the stream permanently. */
  tombstone(name: string): void {
    this.streamOf(name).state = 'tombstoned';
    this.write(name, DELETED, systemEvent('$streamDeleted', '{}'));
  }

  /** Replaces the events of a stream where they are, as a person could who owns the server. Followers are told nothing. */
  rewrite(name: string, events: (Omit<ProposedEvent, 'contentType'> & { revision: bigint })[]): void {
    const [gone, others] = [
      this.events.filter(({ stream }) => stream === name),
      this.events.filter(({ stream }) => stream !== name),
    ];
    const written = events.map((event, index): StoredEvent => {
      const position = gone[index]?.position ?? this.end++;
      return { ...event, contentType: 'application/json', stream: name, position, created: Date.now() };
    });
    const all = [...others, ...written].sort((one, other) => Number(one.position - other.position));
    this.events.splice(0, this.events.length, ...all);
    this.streamOf(name).events = written;
  }

  /** A copy of the log, for `restore`. */
  copy(): LogCopy {
    return structuredClone({ events: this.events, streams: this.streams, end: this.end });
  }

  /** Puts a copy back, as an operator does with an old backup while the server is stopped. Followers are told nothing. */
  restore(copy: LogCopy): void {
    const { events, streams, end } = structuredClone(copy);
    this.events.splice(0, this.events.length, ...events);
    this.streams.clear();
    for (const [name, stream] of streams) this.streams.set(name, stream);
    this.end = end;
  }

  /** The stored events of a stream. */
  storedEvents(name: string): readonly StoredEvent[] {
    return this.streams.get(name)?.events ?? [];
  }

  /** Up to `count` events of a stream, from a revision forwards or backwards. */
  readStream(
    name: string,
    from: bigint | 'start' | 'end',
    count: number,
    direction: 'forwards' | 'backwards',
  ): StoredEvent[] | 'no stream' | 'stream deleted' {
    const stream = this.streams.get(name);
    if (stream?.state === 'tombstoned') return 'stream deleted';
    if (!stream || stream.state === 'deleted' || stream.events.length === 0) return 'no stream';
    const { events } = stream;
    const at = (revision: bigint): number => firstIndex(events, (event) => event.revision >= revision);
    const kept = Math.max(0, events.length - stream.maxCount, at(stream.truncateBefore));
    if (direction === 'backwards') {
      const end = from === 'end' ? events.length : at(from === 'start' ? 1n : from + 1n);
      return events.slice(Math.max(kept, end - count), Math.max(kept, end)).reverse();
    }
    if (from === 'end') return [];
    const start = Math.max(kept, from === 'start' ? 0 : at(from));
    return events.slice(start, start + count);
  }

  /** The index of the first event that begins at the position or after it. */
  indexOf(position: bigint): number {
    return firstIndex(this.events, (event) => event.position >= position);
  }

  /** Whether an event begins at the position, or the position is at or after the end of the log. */
  isPosition(position: bigint): boolean {
    return position >= this.end || this.events[this.indexOf(position)]?.position === position;
  }

  /** Calls the watcher after each write. Returns the function that removes the watcher. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  private commit(name: string, current: bigint, events: ProposedEvent[]): AppendResult {
    const stream = this.streamOf(name);
    if (stream.state === 'deleted') {
      stream.state = 'there';
      stream.truncateBefore = current + 1n;
      this.writeTruncation(name, current + 1n);
    }
    let position = this.end;
    let revision = current;
    for (const event of events) {
      revision += 1n;
      position = this.write(name, revision, event);
    }
    return { result: 'success', last: revision, position };
  }

  private writeTruncation(name: string, before: bigint): void {
    const revision = BigInt(this.streams.get(`$$${name}`)?.events.length ?? 0);
    this.write(`$$${name}`, revision, systemEvent('$metadata', `{"$tb":${before}}`));
  }

  private write(name: string, revision: bigint, event: ProposedEvent): bigint {
    const stored = { ...event, stream: name, revision, position: this.end, created: Date.now() };
    this.end += BigInt(RECORD_OVERHEAD + event.data.length + event.metadata.length);
    this.events.push(stored);
    if (revision !== DELETED) this.streamOf(name).events.push(stored);
    if (name.startsWith('$$') && event.type === '$metadata') this.limit(name.slice(2), event);
    for (const watcher of [...this.watchers]) watcher();
    return stored.position;
  }

  private limit(name: string, { data }: ProposedEvent): void {
    const { $maxCount } = JSON.parse(new TextDecoder().decode(data)) as { $maxCount?: number };
    this.streamOf(name).maxCount = $maxCount ?? Infinity;
  }

  private streamOf(name: string): Stream {
    let stream = this.streams.get(name);
    if (!stream) {
      stream = { events: [], truncateBefore: 0n, maxCount: Infinity, state: 'there' };
      this.streams.set(name, stream);
    }
    return stream;
  }
}

/** The index of the first event for which it is true; it is false for all events before. */
function firstIndex(events: StoredEvent[], isTrue: (event: StoredEvent) => boolean): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(events[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function systemEvent(type: string, json: string): ProposedEvent {
  return {
    id: randomUUID(),
    type,
    contentType: 'application/json',
    data: new TextEncoder().encode(json),
    metadata: new Uint8Array(),
  };
}
