import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Metadata, ServerWritableStream } from '@grpc/grpc-js';
import type { EventLog } from './event-log';
import { eventMessage, streamName, streamNotFound } from './messages';
import { invalidArgument, invalidPosition, type RpcError, streamDeleted } from './rpc-errors';
import { filterOf, runSubscription } from './subscription';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** The parts of a node that a read uses. */
export interface ReadNode {
  log: EventLog;
  /** whether reads are accepted but get no response */
  stalled: boolean;
  /** @throws RpcError when the node cannot handle a read now, or does not know the user */
  checkReads(headers: Metadata): void;
  /** @throws RpcError when access to the stream is denied */
  checkAccess(stream: string, by: 'read'): void;
  /** @throws RpcError when the call requires the leader and this node is not the leader */
  checkLeader(headers: Metadata): void;
  /** Called when a subscription begins, with a function that ends it with an error. Returns its cleanup. */
  subscribed(end: (error: RpcError) => void): () => void;
  /** Called when the reader has taken a message of a subscription. */
  messageSent(): void;
}

export async function handleRead(node: ReadNode, call: ReadCall): Promise<void> {
  try {
    await answer(node, call);
    call.end();
  } catch (error) {
    if (!call.cancelled) call.emit('error', error as RpcError);
  }
}

async function answer(node: ReadNode, call: ReadCall): Promise<void> {
  const options = call.request.getOptions()!;
  if (!options.hasUuidOption()) throw invalidArgument("'uuidOption' is a required argument");
  node.checkReads(call.metadata);
  node.checkLeader(call.metadata);
  if (node.stalled) return once(call, 'cancelled').then(() => {});
  if (options.hasSubscription()) return subscribe(node, call, options);
  return options.hasAll() ? readAll(node, call, options) : readStream(node, call, options);
}

async function readStream(node: ReadNode, call: ReadCall, options: ReadReq.Options): Promise<void> {
  const range = options.getStream()!;
  const stream = streamName(range.getStreamIdentifier());
  node.checkAccess(stream, 'read');
  const from = range.hasStart() ? 'start' : range.hasEnd() ? 'end' : BigInt(range.getRevision());
  const direction = isBackwards(options) ? 'backwards' : 'forwards';
  const events = node.log.readStream(stream, from, Number(options.getCount()), direction);
  if (events === 'stream deleted') throw streamDeleted(stream);
  if (events === 'no stream') return write(call, streamNotFound(stream));
  for (const event of events) await write(call, eventMessage(event));
}

/** A forward read begins with the event at the position. A backward read begins with the event before it. */
async function readAll(node: ReadNode, call: ReadCall, options: ReadReq.Options): Promise<void> {
  node.checkAccess('$all', 'read');
  const range = options.getAll()!;
  const { events } = node.log;
  const start = range.hasPosition()
    ? node.log.indexOf(BigInt(range.getPosition()!.getCommitPosition()))
    : range.hasStart()
      ? 0
      : events.length;
  if (range.hasPosition() && !isBackwards(options)) {
    const position = BigInt(range.getPosition()!.getCommitPosition());
    if (!node.log.isPosition(position)) throw invalidPosition();
  }
  const step = isBackwards(options) ? -1 : 1;
  const isWanted = filterOf(options);
  let left = Number(options.getCount());
  for (let at = step < 0 ? start - 1 : start; left > 0 && events[at]; at += step) {
    if (!isWanted(events[at]!)) continue;
    await write(call, eventMessage(events[at]!));
    left--;
  }
}

async function subscribe(node: ReadNode, call: ReadCall, options: ReadReq.Options): Promise<void> {
  if (!options.hasAll()) throw invalidArgument('the stand-in supports only subscriptions to $all');
  node.checkAccess('$all', 'read');
  const gone = new AbortController();
  let dropped: RpcError | undefined;
  const over = node.subscribed((error) => {
    dropped = error;
    gone.abort();
  });
  call.on('cancelled', () => gone.abort());
  try {
    await runSubscription(node.log, options, {
      id: randomUUID(),
      gone: gone.signal,
      send: async (message) => {
        await write(call, message, gone.signal);
        if (!gone.signal.aborted) node.messageSent();
      },
    });
  } finally {
    over();
  }
  if (dropped) throw dropped;
}

function isBackwards(options: ReadReq.Options): boolean {
  return options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
}

/** Resolves when the reader can take more messages, or has disconnected. */
async function write(call: ReadCall, message: ReadResp, gone?: AbortSignal): Promise<void> {
  if (call.cancelled || gone?.aborted || call.write(message)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      call.off('drain', done).off('cancelled', done);
      gone?.removeEventListener('abort', done);
      resolve();
    };
    call.on('drain', done).on('cancelled', done);
    gone?.addEventListener('abort', done);
  });
}
