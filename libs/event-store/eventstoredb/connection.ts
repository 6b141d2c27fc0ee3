import { setImmediate as nextTurn } from 'node:timers/promises';
import { convertToCommandError, EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import { AppendStream } from './append-stream';
import { ConnectionClosed, NoAnswer } from './failures';
import { Inbox } from './inbox';

/** How often a call is made again because the node it went to is not the leader any longer. */
const MAX_LEADER_TRIES = 3;

/** How many messages wait for a slow reader before the server has to wait. */
const INBOX_CAPACITY = 500;

interface Call {
  cancel(): void;
}

/** Makes one gRPC call. `track` receives it, so that it can be cancelled. */
type Make<T> = (streams: StreamsClient, options: [Metadata, CallOptions], track: (call: Call) => void) => Promise<T>;

export interface FollowOptions {
  /** ends it */
  signal?: AbortSignal;
  requiresLeader: boolean;
  /** the server is expected to send something within the deadline again and again, not only at the start */
  keepsTalking: boolean;
}

/**
 * Calls to EventStoreDB over the connection that `@eventstore/db-client` finds and keeps.
 *
 * The calls are made here, in the way the client's own operations make them, because those have traps:
 * - `appendToStream` keeps one table of waiting appends for all clients of the process. An error of one
 *   connection rejects the appends of another, and an answer that comes late, or that it cannot unpack,
 *   ends the process; so does a lost connection while more than 15 appends wait to be sent.
 * - reads have no deadline, and hand out parsed JSON, so that what was really stored cannot be seen.
 *
 * All but `follow` ends within `defaultDeadline` of the connection string (default 10 s).
 */
export class Connection {
  private readonly client: EventStoreDBClient;
  private readonly underWay = new Set<Call>();
  private appends: Promise<AppendStream> | undefined;
  private channel: ReturnType<StreamsClient['getChannel']> | undefined;
  private closed = false;

  /**
   * Connects when it is first used.
   *
   * @param url connection string, such as `esdb://host:2113?tls=false&defaultDeadline=5000`
   * @throws Error when it is malformed
   */
  constructor(readonly url: string) {
    this.client = EventStoreDBClient.connectionString(url);
  }

  /** Makes one append, and returns the answer of the server. */
  append(messages: BatchAppendReq[]): Promise<BatchAppendResp> {
    return this.withinDeadline(async (until) => {
      const appends = await this.appendStream();
      return appends.send(messages, until);
    });
  }

  /** Reads to the end of what was asked for: the caller bounds it by a count. */
  read(request: ReadReq): Promise<ReadResp[]> {
    return this.withinDeadline((until) =>
      this.call(true, until, (streams, options, track) => {
        return new Promise((resolve, reject) => {
          const messages: ReadResp[] = [];
          const call = streams.read(request, ...options);
          track(call);
          call.on('data', (message: ReadResp) => messages.push(message));
          call.on('end', () => resolve(messages));
          call.on('error', reject);
        });
      }),
    );
  }

  /**
   * Yields the messages of a read without end as they arrive, all that wait at once. The server has to
   * wait for a reader that is slower.
   *
   * @throws Error when the server ends the read, or is silent for too long
   */
  async *follow(request: ReadReq, { signal, requiresLeader, keepsTalking }: FollowOptions): AsyncGenerator<ReadResp[]> {
    let source: ReturnType<StreamsClient['read']> | undefined;
    let started = false;
    const inbox = new Inbox<ReadResp>(INBOX_CAPACITY, (full) => (full ? source?.pause() : source?.resume()));
    const make: Make<void> = (streams, options, track) =>
      new Promise((resolve, reject) => {
        if (inbox.ended) return resolve();
        source = streams.read(request, ...options);
        track(source);
        source.on('data', (message: ReadResp) => {
          started = true;
          inbox.put(message);
        });
        source.on('end', () => reject(new Error('the server ended the subscription')));
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
    } finally {
      signal?.removeEventListener('abort', stop);
      inbox.end();
      source?.cancel();
    }
  }

  /** Cancels what is under way and closes the connection. Appends under way have an unknown outcome. */
  async close(): Promise<void> {
    this.closed = true;
    for (const call of this.underWay) call.cancel();
    this.channel?.close();
    await nextTurn(); // by then the callers that wait have their errors
  }

  /** The call that appends are sent over; opened when it is needed. */
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
            new AppendStream(call, (error) => {
              ended();
              fail(error);
            }),
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
    // The calls keep the deadline themselves, but finding the leader of a cluster may take longer.
    const tooLate = new Promise<never>((_resolve, reject) => {
      late = setTimeout(() => reject(new NoAnswer()), millisecondsUntil(until) + 100);
    });
    try {
      return await Promise.race([this.onLeader(() => make(until)), tooLate]);
    } finally {
      clearTimeout(late);
    }
  }

  /** Does it, and does it again where a node says that another is the leader. */
  private async onLeader<T>(make: () => Promise<T>, mayRepeat = () => true): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await make();
      } catch (error) {
        await nextTurn(); // by then the client has left a connection that is of no use
        const failure = convertToCommandError(error as Error);
        if (!(failure instanceof NotLeaderError) || tries === MAX_LEADER_TRIES || !mayRepeat()) throw failure;
      }
    }
  }

  private async call<T>(requiresLeader: boolean, until: Date | number, make: Make<T>): Promise<T> {
    if (this.closed) throw new ConnectionClosed();
    let made: Call | undefined;
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
        });
      });
    } finally {
      if (made) this.underWay.delete(made);
    }
  }
}

/** The client reconnects by itself after errors that call for it, because this goes through `execute`. */
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
