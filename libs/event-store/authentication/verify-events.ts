import type { Database } from '@probity/persistence/database';
import { inBatches } from '../rebuild/read-streams';
import { type EventStore, StreamCutOff } from '../event-store';
import type { EventAuthentication } from './event-authentication';
import { hashAfter, NO_EVENTS } from './event-mac';
import { isCompletion, streamsIn, type TakenOverStream } from './taken-over';

const STREAMS_AT_ONCE = 100;
/** Progress is reported at least after so many events. */
const EVENTS_AT_ONCE = 5_000;

/** What is wrong with an event, or with a stream from a revision on. */
export interface WrongEvent {
  stream: string;
  revision: number;
  /**
   * `forged`: its MAC does not hold. `unmarked`: it has no MAC and needs one. `foreign`: another program wrote it.
   * `missing`: the event at this revision is missing. `older_changed`: one of the events up to it, which have no MACs, was
   * changed since they were taken over.
   */
  problem: 'forged' | 'unmarked' | 'foreign' | 'missing' | 'older_changed';
}

export interface EventVerification {
  streams: number;
  events: number;
  /** streams in which something is wrong */
  wrong_streams: number;
  /** the first one that was found */
  first_wrong?: WrongEvent;
  /** false: events without MACs counted as authentic, because the takeover of older events is in progress */
  is_strict: boolean;
  done: boolean;
}

export interface VerifiedParts {
  authentication: EventAuthentication;
  /** as it is, without authentication */
  store: EventStore;
  database: Database;
}

/**
 * Reads all events that the service authenticates, and checks their MACs, that no revision is missing, and that the events
 * from before the MACs are the ones that were taken over. Yields its progress, and the result in the end. A few events are
 * in memory. It does not notice that the last events of a stream are missing, or a whole stream: only a copy outside the
 * event store, or the read side, says how many there were.
 */
export async function* verifyEvents(parts: VerifiedParts, signal: AbortSignal): AsyncGenerator<EventVerification> {
  const { authentication, store } = parts;
  const result: EventVerification = {
    ...{ streams: 0, events: 0, wrong_streams: 0 },
    is_strict: !authentication.acceptsBare,
    done: false,
  };
  const add = (wrong: WrongEvent | undefined): void => {
    if (!wrong) return;
    result.wrong_streams++;
    result.first_wrong ??= wrong;
  };
  const verify = async function* (stream: string, taken?: TakenOverStream): AsyncGenerator<EventVerification> {
    let reported = result.events;
    const walk = new StreamWalk(authentication, stream, taken);
    try {
      for await (const chunk of store.readStream(stream)) {
        await authentication.learnKeys(chunk);
        for (const event of chunk) walk.add(event);
        result.events += chunk.length;
        if (walk.wrong || signal.aborted) break;
        if (result.events - reported < EVENTS_AT_ONCE) continue;
        reported = result.events;
        yield { ...result };
      }
      add(walk.end(signal.aborted));
    } catch (error) {
      if (!(error instanceof StreamCutOff)) throw error;
      add({ stream, revision: walk.next, problem: 'missing' });
    }
    result.streams++;
  };

  yield* verify(authentication.ownStream);
  for await (const gone of missingStreams(parts)) add(gone);
  yield { ...result };
  for (const prefix of authentication.prefixes) {
    for await (const streams of inBatches(store.listStreams(prefix), STREAMS_AT_ONCE)) {
      const taken = await authentication.takenOver.find(streams);
      for (const stream of streams) yield* verify(stream, taken.get(stream));
      if (signal.aborted) return;
      yield { ...result };
    }
  }
  yield { ...result, done: true };
}

/** Checks one stream. */
class StreamWalk {
  next = 0;
  wrong: WrongEvent | undefined;
  private hash = NO_EVENTS;

  constructor(
    private readonly authentication: EventAuthentication,
    private readonly stream: string,
    private readonly taken: TakenOverStream | undefined,
  ) {}

  add(event: Parameters<EventAuthentication['judge']>[0] & { isForeign?: true }): void {
    if (this.wrong) return;
    if (event.revision !== this.next) return this.fail(this.next, 'missing');
    this.next++;
    if (this.taken && event.revision <= this.taken.revision) {
      this.hash = hashAfter(this.hash, event);
      if (event.revision === this.taken.revision && this.hash.toString('hex') !== this.taken.hash)
        return this.fail(event.revision, 'older_changed');
    }
    if (event.isForeign) return this.fail(event.revision, 'foreign');
    const authenticity = this.authentication.judge(event, this.taken);
    if (authenticity === 'forged' || authenticity === 'unmarked') this.fail(event.revision, authenticity);
  }

  end(isIncomplete: boolean): WrongEvent | undefined {
    if (this.taken && this.next <= this.taken.revision && !isIncomplete && !this.wrong) this.fail(this.next, 'missing');
    return this.wrong;
  }

  private fail(revision: number, problem: WrongEvent['problem']): void {
    this.wrong = { stream: this.stream, revision, problem };
  }
}

/**
 * The streams that were taken over and have no event any more, and the stream of the takeover if its end is gone.
 * Restores their rows on the way.
 */
async function* missingStreams({ authentication, store, database }: VerifiedParts): AsyncGenerator<WrongEvent> {
  const { takenOver, ownStream, keys } = authentication;
  const mustBeComplete = keys.needTakeover && keys.sayComplete;
  let [isComplete, next] = [false, 0];
  for await (const chunk of store.readStream(ownStream)) {
    const records = await authentication.check(chunk);
    await database.transaction((sql) => takenOver.project(sql, records));
    isComplete ||= records.some(isCompletion);
    next = chunk.at(-1)!.revision + 1;
    for (const { stream } of records.flatMap(streamsIn)) {
      if (!(await store.lastEvent(stream))) yield { stream, revision: 0, problem: 'missing' };
    }
  }
  if (mustBeComplete && !isComplete) yield { stream: ownStream, revision: next, problem: 'missing' };
}
