import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { BatchAppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb';
import { NO_STREAM } from '../event-store';
import type { Position } from './checkpoint';

/** Bytes of events that one message of an append holds, unless a single event has more. */
const MESSAGE_SIZE = 256 * 1024;

/** Bytes of data that an event may have: gRPC servers refuse messages of more than 4 MiB, and end the call. */
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
 * After this many skipped events, the server reports its position. It scans as
 * many at once.
 */
const SEARCH_WINDOW = 500;

/**
 * The messages of one append. It has no deadline of its own on the server, because the server would
 * compare one with its own clock.
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

/** Follows all streams whose names begin with the prefix, from after the position or from the start. */
export function subscriptionRequest(prefix: string, after: Position | undefined): ReadReq {
  const start = new ReadReq.Options.AllOptions();
  if (after) {
    start.setPosition(new ReadReq.Options.Position().setCommitPosition(after.commit).setPreparePosition(after.prepare));
  } else {
    start.setStart(new Empty());
  }
  const names = new ReadReq.Options.FilterOptions.Expression();
  if (prefix) names.setPrefixList([prefix]);
  else names.setRegex('^[^$]'); // all but the server's own
  const filter = new ReadReq.Options.FilterOptions()
    .setStreamIdentifier(names)
    .setMax(SEARCH_WINDOW)
    .setCheckpointintervalmultiplier(1);
  return readRequest(
    new ReadReq.Options().setAll(start).setSubscription(new ReadReq.Options.SubscriptionOptions()).setFilter(filter),
  );
}

function readRequest(options: ReadReq.Options): ReadReq {
  const idsAsText = new ReadReq.Options.UUIDOption().setString(new Empty());
  // A link is read as the link it is: only what was appended to a stream belongs to it.
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

/** The generated code takes a plain Uint8Array; a Buffer would be a view of a shared pool. */
function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
