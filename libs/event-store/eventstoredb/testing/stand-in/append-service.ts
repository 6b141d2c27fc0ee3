import {
  AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb';
import type { Metadata, sendUnaryData, ServerDuplexStream, ServerReadableStream } from '@grpc/grpc-js';
import { uuidText } from '../../uuid';
import type { ExpectedVersion, ProposedEvent } from './event-log';
import {
  appendAnswer,
  type AppendOutcome,
  batchAnswer,
  batchRefusal,
  identifier,
  proposedEvent,
  streamName,
} from './messages';
import { invalidArgument, maximumAppendSizeExceeded, maximumEventSizeExceeded, type RpcError } from './rpc-errors';

export interface Append {
  stream: string;
  expected: ExpectedVersion;
  events: ProposedEvent[];
  /** in bytes, counted like the real server */
  size: number;
}

/** The parts of a node that the functions below use. */
export interface AppendNode {
  /** maximum size of one append in bytes */
  maxAppendSize: number;
  /** maximum size of one event in bytes */
  maxAppendEventSize: number;
  /** @throws RpcError when access to the stream is denied */
  checkAccess(stream: string, by: 'append'): void;
  /**
   * Makes the append immediately. The promise resolves when the answer is to be sent; undefined: send no answer.
   *
   * @throws RpcError when another node is the leader
   */
  make(append: Append, headers: Metadata): Promise<AppendOutcome> | undefined;
}

/** Handles the gRPC call that makes one append. */
export function handleAppend(
  node: AppendNode,
  call: ServerReadableStream<AppendReq, AppendResp>,
  done: sendUnaryData<AppendResp>,
): void {
  let append: Append | undefined;
  let over = false;
  const step = (work: () => void): void => {
    if (over) return;
    try {
      work();
    } catch (error) {
      over = true;
      done(error as RpcError);
    }
  };
  call.on('data', (message: AppendReq) =>
    step(() => {
      if (append) return add(node, append, proposedEvent(message.getProposedMessage()!));
      if (!message.hasOptions()) throw invalidArgument('the first message of an append must have options');
      append = begin(node, message.getOptions()!);
    }),
  );
  call.on('end', () =>
    step(() => {
      if (!append) throw invalidArgument('the append has no options');
      const { stream, expected } = append;
      void node
        .make(append, call.metadata)
        ?.then((outcome) => step(() => done(null, appendAnswer(stream, outcome, expected))));
    }),
  );
}

/** Handles the gRPC call that stays open for many appends. Each append has one or more messages. */
export function handleBatchAppend(node: AppendNode, call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
  const pending = new Map<string, Append>();
  call.on('data', (message: BatchAppendReq) => {
    const id = message.getCorrelationId()!;
    const key = uuidText(id);
    const stream = pending.get(key)?.stream ?? streamName(message.getOptions()?.getStreamIdentifier());
    const answer = (response: BatchAppendResp): void => {
      call.write(response.setCorrelationId(id).setStreamIdentifier(identifier(stream)));
    };
    try {
      if (message.hasOptions()) pending.set(key, begin(node, message.getOptions()!));
      const append = pending.get(key);
      if (!append) return; // already rejected
      for (const proposed of message.getProposedMessagesList()) add(node, append, proposedEvent(proposed));
      if (!message.getIsFinal()) return;
      pending.delete(key);
      void node.make(append, call.metadata)?.then((outcome) => answer(batchAnswer(stream, outcome, append.expected)));
    } catch (error) {
      pending.delete(key);
      try {
        answer(batchRefusal(error as RpcError));
      } catch (fatal) {
        call.emit('error', fatal);
      }
    }
  });
  call.on('end', () => call.end());
}

function begin(node: AppendNode, options: AppendReq.Options | BatchAppendReq.Options): Append {
  const stream = streamName(options.getStreamIdentifier());
  node.checkAccess(stream, 'append');
  return { stream, expected: expectedVersion(options), events: [], size: 0 };
}

function add(node: AppendNode, append: Append, event: ProposedEvent): void {
  const size = event.data.length + event.metadata.length + 2 * event.type.length;
  if (size > node.maxAppendEventSize) throw maximumEventSizeExceeded(event.id, size, node.maxAppendEventSize);
  append.size += size;
  if (append.size > node.maxAppendSize) throw maximumAppendSizeExceeded(node.maxAppendSize);
  append.events.push(event);
}

function expectedVersion(options: AppendReq.Options | BatchAppendReq.Options): ExpectedVersion {
  if (options.hasNoStream()) return 'no stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream exists';
  return BigInt(options instanceof AppendReq.Options ? options.getRevision() : options.getStreamPosition());
}
