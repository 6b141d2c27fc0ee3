import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { BatchAppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb';
import { NO_STREAM } from '../event-store';
import type { Position } from './checkpoint';

/** The maximum number of bytes of events in one message of an append, unless a single event has more. */
const MESSAGE_SIZE = 256 * 1024;

/** The maximum size of an event's data in bytes. gRPC servers end the call if a message has more than 4 MiB. */
export const MAX_EVENT_SIZE = 3 * 1024 * 1024;

/** An event in the form in which it is stored. */
export interface SerializedEvent {
  id: string;
  type: string;
  /** JSON */
  data: string;
  /** JSON */
  metadata: string | undefined;
}

/**
 * The server scans this many events at once. After this many events without a match, it reports its position.
 */
const SEARCH_WINDOW = 500;

/**
 * The messages of one append. They give the server no deadline, because the server would compare it with its own
 * clock.
 */
export function appendRequest(stream: string, expectedRevision: number, events: SerializedEvent[]): BatchAppendReq[] {
  const options = new BatchAppendReq.Options().setStreamIdentifier(streamIdentifier(stream));
  if (expectedRevision === NO_STREAM) options.setNoStream(new Empty());
  else options.setStreamPosition(String(expectedRevision));
  let message = new BatchAppendReq().setOptions(options);
  const messages = [message];
  let size = 0;
  for (const event of events) {
    const proposed = proposedMessage(event);
    const bytes = proposed.getData_asU8().length + proposed.getCustomMetadata_asU8().length;
    if (size > 0 && size + bytes > MESSAGE_SIZE) {
      message = new BatchAppendReq();
      messages.push(message);
      size = 0;
    }
    size += bytes;
    message.addProposedMessages(proposed);
  }
  message.setIsFinal(true);
  return messages;
}

/** Reads up to `count` events of a stream: forwards from a revision, or backwards from the end. */
export function streamRequest(stream: string, from: number | 'end', count: number): ReadReq {
  const range = new ReadReq.Options.StreamOptions().setStreamIdentifier(streamIdentifier(stream));
  const options = new ReadReq.Options().setStream(range).setCount(String(count)).setNoFilter(new Empty());
  if (from === 'end') {
    range.setEnd(new Empty());
    options.setReadDirection(ReadReq.Options.ReadDirection.BACKWARDS);
  } else {
    range.setRevision(String(from));
  }
  return readRequest(options);
}

/**
 * Follows all streams whose names begin with the prefix: after the position, or from the start of the log. The server
 * filters by names or by types, so with a prefix it also sends the events of the types that are left out.
 */
export function subscriptionRequest(
  prefix: string,
  after: Position | undefined,
  leftOut: readonly string[] = [],
): ReadReq {
  const start = new ReadReq.Options.AllOptions();
  if (after) {
    start.setPosition(positionMessage(after));
  } else {
    start.setStart(new Empty());
  }
  const expression = new ReadReq.Options.FilterOptions.Expression();
  const filter = new ReadReq.Options.FilterOptions().setMax(SEARCH_WINDOW).setCheckpointintervalmultiplier(1);
  if (prefix) filter.setStreamIdentifier(expression.setPrefixList([prefix]));
  else if (leftOut.length === 0)
    filter.setStreamIdentifier(expression.setRegex('^[^$]')); // not the server's own streams
  else filter.setEventType(expression.setRegex(`^(?!\\$|(?:${leftOut.map(literally).join('|')})$)`)); // nor its own types
  return readRequest(
    new ReadReq.Options().setAll(start).setSubscription(new ReadReq.Options.SubscriptionOptions()).setFilter(filter),
  );
}

/** Reads one event of $all: the one at the position, or the last one. */
export function logRequest(from: Position | 'end'): ReadReq {
  const range = new ReadReq.Options.AllOptions();
  const options = new ReadReq.Options().setAll(range).setCount('1').setNoFilter(new Empty());
  if (from === 'end') {
    range.setEnd(new Empty());
    options.setReadDirection(ReadReq.Options.ReadDirection.BACKWARDS);
  } else {
    range.setPosition(positionMessage(from));
  }
  return readRequest(options);
}

/** A subscription to $all that gets only new events of one stream. The server confirms it if the user has the right. */
export function rightsRequest(stream: string): ReadReq {
  const request = subscriptionRequest(stream, undefined);
  request.getOptions()!.getAll()!.setEnd(new Empty());
  return request;
}

const positionMessage = ({ commit, prepare }: Position): ReadReq.Options.Position =>
  new ReadReq.Options.Position().setCommitPosition(commit).setPreparePosition(prepare);

const literally = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '\\$&');

function readRequest(options: ReadReq.Options): ReadReq {
  const idsAsText = new ReadReq.Options.UUIDOption().setString(new Empty());
  // Reads a link as a link, not as the event that it refers to: that event belongs to another stream.
  return new ReadReq().setOptions(options.setUuidOption(idsAsText).setResolveLinks(false));
}

function proposedMessage({ id, type, data, metadata }: SerializedEvent): BatchAppendReq.ProposedMessage {
  const message = new BatchAppendReq.ProposedMessage()
    .setId(new UUID().setString(id))
    .setData(utf8(data))
    .setCustomMetadata(metadata === undefined ? new Uint8Array() : utf8(metadata));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
}

function streamIdentifier(stream: string): StreamIdentifier {
  return new StreamIdentifier().setStreamName(utf8(stream));
}

/** Returns a plain Uint8Array for the generated code. A Buffer would be a view of a memory pool that others share. */
function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
