import type { Streams } from '../declaration/fact';
import { UUID_PATTERN } from '../fields';
import {
  COMMAND_HEADERS,
  DEAD_LETTER_HEADERS,
  FACT_HEADERS,
  HEADERS,
  JSON_CONTENT,
  REPLY_HEADERS,
  type ReplyFrame,
  SPEC_VERSION,
} from '../headers';
import { type JsonSchema, objectOf, type ObjectSchema } from './json-schema';

/** Schemas of the headers, as texts: each is UTF-8 on the wire. */

const text = (description: string, rules: JsonSchema = { minLength: 1 }): JsonSchema => ({
  type: 'string',
  ...rules,
  description,
});
const uuid = (description: string): JsonSchema => text(description, { format: 'uuid' });
const decimal = (description: string): JsonSchema => text(description, { pattern: '^(0|[1-9][0-9]*)$' });
const sha256 = (of: string): JsonSchema => text(`SHA-256 ${of}`, { pattern: '^[0-9a-f]{64}$' });
const constant = (value: string, description: string): JsonSchema => text(description, { const: value });

const specVersion = constant(SPEC_VERSION, 'version of CloudEvents');
const contentType = constant(JSON_CONTENT, 'the value is JSON in UTF-8');
const traceparent = text('W3C Trace Context of the HTTP request that caused it', {
  pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
});

/** @param isFollowed whether a service of Probity follows the fact; it is then published again if that service failed */
export function factHeaders(
  { service, prefix, idPattern = UUID_PATTERN }: Streams,
  type: string,
  isFollowed: boolean,
): ObjectSchema {
  return objectOf({
    [HEADERS.specVersion]: specVersion,
    [HEADERS.id]: uuid('id of the event; the same on redelivery'),
    [HEADERS.type]: constant(type, 'what happened'),
    [HEADERS.source]: constant(`/probity/${service}`, 'the service that publishes it'),
    [`${HEADERS.time}?`]: text('when it happened, UTC', { format: 'date-time' }),
    [HEADERS.subject]: text('the stream of events that it belongs to', {
      pattern: `^${prefix}${idPattern}$`,
    }),
    [HEADERS.revision]: decimal(
      'its position among the events of the subject: decimal, from 0. Compare numbers, not texts.',
    ),
    [HEADERS.contentType]: contentType,
    [`${HEADERS.traceparent}?`]: traceparent,
    ...(isFollowed && {
      [`${FACT_HEADERS.againFor}?`]: text(
        'the fact was published before, with the same `ce_id`; this service of Probity handles it again, others skip it',
      ),
    }),
  });
}

/** Headers of every command and cancellation. */
const askedHeaders = (type: string): Record<string, JsonSchema> => ({
  [HEADERS.specVersion]: specVersion,
  [HEADERS.id]: text('id of the message, such as a UUID; the same on a retry'),
  [HEADERS.type]: constant(type, 'the name of the command'),
  [HEADERS.source]: text('the caller, such as `/bank/core`'),
  [`${HEADERS.time}?`]: text('when it was sent, UTC', { format: 'date-time' }),
  [HEADERS.contentType]: contentType,
});

const replyAddress: Record<string, JsonSchema> = {
  [`${COMMAND_HEADERS.replyTo}?`]: text('the instance that waits for the reply; without it there is no reply'),
  [`${COMMAND_HEADERS.replyPartition}?`]: decimal('the partition of the reply topic that this instance reads'),
};

const deadline = decimal(
  'the deadline of the caller, in milliseconds since 1970; a command read later is not carried out',
);

export function commandHeaders(type: string): ObjectSchema {
  return objectOf({
    ...askedHeaders(type),
    [`${HEADERS.traceparent}?`]: traceparent,
    [`${COMMAND_HEADERS.callerAddress}?`]: text('the IP address of the client whose HTTP request caused the command'),
    ...replyAddress,
    [`${COMMAND_HEADERS.deadline}?`]: deadline,
    [`${COMMAND_HEADERS.key}?`]: sha256(
      'of the scope, the operation and the Idempotency-Key of a caller; such a command is carried out once in 24 hours',
    ),
    [`${COMMAND_HEADERS.fingerprint}?`]: sha256(
      'of the request; with the same key, a command with another fingerprint is rejected',
    ),
  });
}

export const cancellationHeaders = (type: string): ObjectSchema =>
  objectOf({
    ...askedHeaders(type),
    ...replyAddress,
    [`${COMMAND_HEADERS.deadline}?`]: decimal('when the caller stops waiting; a cancellation is carried out later too'),
  });

/** @param type the schema of `ce_type` */
export function replyHeaders(type: JsonSchema, frames: ReplyFrame[]): ObjectSchema {
  return objectOf({
    [HEADERS.specVersion]: specVersion,
    [HEADERS.id]: uuid('id of the reply'),
    [HEADERS.type]: type,
    [HEADERS.source]: text('the service that replies'),
    [`${HEADERS.time}?`]: text('when the reply was sent, UTC', { format: 'date-time' }),
    [HEADERS.contentType]: contentType,
    [REPLY_HEADERS.replyTo]: text('the calling instance; others skip the reply'),
    [REPLY_HEADERS.inReplyTo]: text('`ce_id` of the command'),
    [REPLY_HEADERS.frame]: text('the kind of the reply, and whether more follow', {
      enum: frames,
      ...(frames.length > 1 && { title: 'AnswerFrame' }),
    }),
    ...(frames.includes('reply') && {
      [`${REPLY_HEADERS.replayed}?`]: constant(
        'true',
        'the reply is the stored one of an earlier command with the same Idempotency-Key',
      ),
    }),
  });
}

/** Guarantees only the added headers: the original headers may be the reason why the message is here. */
export function deadLetterHeaders(): ObjectSchema {
  return objectOf({
    [DEAD_LETTER_HEADERS.reason]: text('why it could not be handled'),
    [DEAD_LETTER_HEADERS.attempts]: decimal('number of attempts'),
    [DEAD_LETTER_HEADERS.topic]: text('the topic that it came from'),
    [DEAD_LETTER_HEADERS.partition]: decimal('its partition there'),
    [DEAD_LETTER_HEADERS.offset]: decimal('its offset there'),
    [DEAD_LETTER_HEADERS.time]: text('when it was moved here, UTC', { format: 'date-time' }),
  });
}
