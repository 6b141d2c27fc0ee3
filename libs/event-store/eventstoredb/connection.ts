import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { convertToCommandError, EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString';
import { AppendStream } from './append-stream';
import { checkCertificateFiles } from './certificate-files';
import { ConnectionClosed, isDuringElection, mayHaveLostLeader, NoAnswer } from './failures';
import { Inbox } from './inbox';
import { namesCluster, nodeLost, outliveSearches, withGossipTimeout } from './leader-search';

/** The maximum number of attempts when the contacted nodes reply that they are not the leader. */
const MAX_LEADER_TRIES = 3;

/** How long a node of a cluster may be silent until this connection looks for the leader again. */
const SILENCE_MS = 3_000;
/** The pause of a read between two looks for a leader during an election. */
const LOOK_AGAIN_MS = 100;

/** How many messages may wait for a slow reader before this connection stops reading from the server. */
const INBOX_CAPACITY = 500;
const ENDED_BY_SERVER =
  'the server ended it without an error; if this happens again, check the log of EventStoreDB and its connection limits';

interface Call {
  cancel(): void;
}

/** Makes one gRPC call. Passes it to `track`, so that `close` can cancel it. */
type Make<T> = (streams: StreamsClient, options: [Metadata, CallOptions], track: (call: Call) => void) => Promise<T>;

export interface FollowOptions {
  /** ends the read */
  signal?: AbortSignal;
  requiresLeader: boolean;
  /** true: every message must arrive within the deadline; false: only the first one must */
  keepsTalking: boolean;
}

/**
 * Calls to EventStoreDB over the connection of the library `@eventstore/db-client`.
 *
 * This class makes the gRPC calls itself, in the same way as the library's own operations, because these have defects:
 * - `appendToStream` has one table of waiting appends for all clients of the process. An error of one connection
 *   rejects the appends of another. An answer that is late or cannot be unpacked ends the process. So does a lost
 *   connection while more than 15 appends wait to be sent.
 * - Reads have no deadline. They return parsed JSON, so that the stored bytes cannot be checked.
 * - A search for the leader that fails while another connection error is handled ends the process.
 *
 * Every method except `follow` ends within the `defaultDeadline` of the connection string (default 10 s).
 */
export class Connection {
  private readonly client: EventStoreDBClient;
  private readonly underWay = new Set<Call>();
  private appends: Promise<AppendStream> | undefined;
  private channel: ReturnType<StreamsClient['getChannel']> | undefined;
  private closed = false;
  private readonly silenceMs: number;

  /**
   * Does not connect before the first call.
   *
   * @param url connection string, such as `esdb://host:2113?tls=false&defaultDeadline=5000`
   * @throws Error when it is malformed, or names a file that cannot be used
   */
  constructor(readonly url: string) {
    checkCertificateFiles(parseConnectionString(url));
    this.client = EventStoreDBClient.connectionString(withGossipTimeout(url));
    outliveSearches.call(this.client);
    this.silenceMs = namesCluster(url) ? SILENCE_MS : Infinity;
  }

  /** Sends one append and returns the answer of the server. */
  append(messages: BatchAppendReq[]): Promise<BatchAppendResp> {
    return this.withinDeadline(async (until) => {
      const appends = await this.appendStream();
      return appends.send(messages, until);
    });
  }

  /** Returns all messages of a read. The request must limit their number. Repeats the read during an election. */
  read(request: ReadReq): Promise<ReadResp[]> {
    const make: Make<ReadResp[]> = (streams, options, track) =>
      new Promise((resolve, reject) => {
        const messages: ReadResp[] = [];
        const call = streams.read(request, ...options);
        track(call);
        const silence = this.onSilence(() => {
          reject(new NoAnswer());
          call.cancel();
        });
        call.on('data', (message: ReadResp) => {
          clearTimeout(silence);
          messages.push(message);
        });
        call.on('end', () => {
          clearTimeout(silence);
          resolve(messages);
        });
        call.on('error', (error) => {
          clearTimeout(silence);
          reject(error);
        });
      });
    return this.withinDeadline(async (until) => {
      for (;;) {
        try {
          return await this.call(true, until, make);
        } catch (error) {
          const isLate = millisecondsUntil(until) < LOOK_AGAIN_MS;
          if (this.closed || isLate || !isDuringElection(convertToCommandError(error as Error))) throw error;
          await delay(LOOK_AGAIN_MS);
        }
      }
    });
  }

  /**
   * Makes a read that does not end, and yields its messages as they arrive, all waiting messages at once. If the
   * reader is slow, the server waits.
   *
   * @throws Error when the server ends the read, or is silent for too long
   */
  async *follow(request: ReadReq, { signal, requiresLeader, keepsTalking }: FollowOptions): AsyncGenerator<ReadResp[]> {
    let source: ReturnType<StreamsClient['read']> | undefined;
    let started = false;
    let fail: ((error: Error) => void) | undefined;
    const inbox = new Inbox<ReadResp>(INBOX_CAPACITY, (full) => (full ? source?.pause() : source?.resume()));
    const make: Make<void> = (streams, options, track) =>
      new Promise((resolve, reject) => {
        if (inbox.ended) return resolve();
        fail = reject;
        source = streams.read(request, ...options);
        track(source);
        source.on('data', (message: ReadResp) => {
          started = true;
          inbox.put(message);
        });
        source.on('end', () => reject(new Error(ENDED_BY_SERVER)));
        source.on('error', reject);
      });
    const stop = (): void => inbox.end();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      if (signal?.aborted) return;
      this.onLeader(
        () => this.call(requiresLeader, Infinity, make),
        () => !started,
      ).catch((error: Error) => inbox.end(error));
      let limit: number | undefined = millisecondsUntil(deadline.call(this.client));
      for (;;) {
        const messages = await inbox.take(limit);
        if (!messages || signal?.aborted) return;
        yield messages;
        if (!keepsTalking) limit = undefined;
      }
    } catch (error) {
      fail?.(error as Error); // before the call is cancelled, so that a silent node counts as lost
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      inbox.end();
      source?.cancel();
    }
  }

  /** Cancels all running calls and closes the connection. The outcome of running appends is unknown. */
  async close(): Promise<void> {
    this.closed = true;
    for (const call of this.underWay) call.cancel();
    this.channel?.close();
    await nextTurn(); // by then, the waiting callers have received their errors
  }

  /** The gRPC call that carries the appends. It is opened by the first append. */
  private appendStream(): Promise<AppendStream> {
    if (this.appends) return this.appends;
    const opening = new Promise<AppendStream>((resolve, reject) => {
      const ended = (): void => {
        if (this.appends === opening) this.appends = undefined;
      };
      const make: Make<void> = (streams, options, track) =>
        new Promise((_end, fail) => {
          const call = streams.batchAppend(...options);
          track(call);
          resolve(
            new AppendStream(
              call,
              (error) => {
                ended();
                fail(error);
              },
              this.silenceMs,
            ),
          );
        });
      this.call(true, Infinity, make).catch((error: Error) => {
        ended();
        reject(error);
      });
    });
    this.appends = opening;
    return opening;
  }

  private async withinDeadline<T>(make: (until: Date) => Promise<T>): Promise<T> {
    const until = deadline.call(this.client);
    let late: NodeJS.Timeout | undefined;
    // gRPC ends a call at the deadline, but the library may take longer to find the leader of a cluster.
    const tooLate = new Promise<never>((_resolve, reject) => {
      late = setTimeout(() => reject(new NoAnswer()), millisecondsUntil(until) + 100);
    });
    try {
      return await Promise.race([this.onLeader(() => make(until)), tooLate]);
    } finally {
      clearTimeout(late);
    }
  }

  /** Makes the call. Repeats it if the node replies that another node is the leader. */
  private async onLeader<T>(make: () => Promise<T>, mayRepeat = () => true): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await make();
      } catch (error) {
        await nextTurn(); // by then, the library has dropped an unusable connection
        const failure = convertToCommandError(error as Error);
        if (!(failure instanceof NotLeaderError) || tries === MAX_LEADER_TRIES || !mayRepeat()) throw failure;
      }
    }
  }

  /** Nothing happens if the connection string names no cluster, which could have another leader. */
  private onSilence(happened: () => void): NodeJS.Timeout | undefined {
    return this.silenceMs === Infinity ? undefined : setTimeout(happened, this.silenceMs);
  }

  private async call<T>(requiresLeader: boolean, until: Date | number, make: Make<T>): Promise<T> {
    if (this.closed) throw new ConnectionClosed();
    let made: Call | undefined;
    let failure: Error | undefined;
    try {
      return await (execute<T>).call(this.client, requiresLeader, until, (streams, options) => {
        this.channel = streams.getChannel();
        if (this.closed) {
          this.channel.close();
          throw new ConnectionClosed();
        }
        if (Number(until) < Date.now()) throw new NoAnswer();
        return make(streams, options, (call) => {
          made = call;
          this.underWay.add(call);
        }).catch((error: Error) => {
          failure = error;
          throw mayHaveLostLeader(error, requiresLeader) ? nodeLost(error) : error;
        });
      });
    } catch (error) {
      throw failure ?? error;
    } finally {
      if (made) this.underWay.delete(made);
    }
  }
}

/** Uses the `execute` method of the library, because this method reconnects after connection errors. */
function execute<T>(
  this: EventStoreDBClient,
  requiresLeader: boolean,
  until: Date | number,
  action: (streams: StreamsClient, options: [Metadata, CallOptions]) => Promise<T>,
): Promise<T> {
  return this.execute(StreamsClient, 'call', async (streams) =>
    action(streams, this.callArguments({ requiresLeader }, { deadline: until })),
  );
}

function deadline(this: EventStoreDBClient): Date {
  return this.createDeadline();
}

function millisecondsUntil(date: Date): number {
  return date.getTime() - Date.now();
}
