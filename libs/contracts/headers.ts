/**
 * Kafka headers of every message, CloudEvents 1.0 in the binary mode of its Kafka binding (section
 * 3.2): attributes are headers that begin with `ce_`, the value is the data. All are UTF-8 text.
 */
export const HEADERS = {
  specVersion: 'ce_specversion',
  /** the id of the event or of the command; the same on redelivery */
  id: 'ce_id',
  /** the name of the command, or the type of the fact, such as `ledger.TransactionPosted` */
  type: 'ce_type',
  /** the sender: `/probity/<service>` */
  source: 'ce_source',
  /** ISO 8601; for a fact, the time when it happened, if the event has it */
  time: 'ce_time',
  /** only for a fact: the name of its stream */
  subject: 'ce_subject',
  /** only for a fact: its revision in the stream, decimal, from 0 */
  revision: 'ce_revision',
  contentType: 'content-type',
  /** W3C Trace Context of the HTTP request that caused the message */
  traceparent: 'traceparent',
} as const;

export const SPEC_VERSION = '1.0';
export const JSON_CONTENT = 'application/json';

/** Headers of a fact, besides those of every message. */
export const FACT_HEADERS = {
  /** the service for which a fact is published again, because an operator had it handled again; others skip it */
  againFor: 'probity_again_for',
} as const;

/** Headers of a command that expects a reply, besides those of every message. */
export const COMMAND_HEADERS = {
  /** the calling instance */
  replyTo: 'probity_reply_to',
  /** the partition of the reply topic that the calling instance reads, decimal */
  replyPartition: 'probity_reply_partition',
  /** the deadline of the caller, milliseconds since 1970, decimal; a command read later is not carried out */
  deadline: 'probity_deadline',
  /** the IP address of the client whose HTTP request caused the command */
  callerAddress: 'probity_caller_address',
  /** of a request with an Idempotency-Key: a hash of the caller's key, SHA-256 in lower-case hex */
  key: 'probity_idempotency_key',
  /** of a request with an Idempotency-Key: a hash of the request, SHA-256 in lower-case hex */
  fingerprint: 'probity_request_fingerprint',
} as const;

/** Headers of a reply, besides those of every message. */
export const REPLY_HEADERS = {
  replyTo: 'probity_reply_to',
  /** `ce_id` of the command */
  inReplyTo: 'probity_in_reply_to',
  /** see ReplyFrame */
  frame: 'probity_frame',
  /** `true` when the reply is the stored one of an earlier command with the same key; otherwise absent */
  replayed: 'probity_replayed',
} as const;

/**
 * The kind of a reply. `reply` is the only reply of a command. A command with several replies sends
 * `next` for each, `alive` while it has none to send, and `complete`. `refusal` (the value holds the reason)
 * and `failure` (it does not) end either kind.
 */
export const REPLY_FRAMES = ['reply', 'next', 'alive', 'complete', 'refusal', 'failure'] as const;
export type ReplyFrame = (typeof REPLY_FRAMES)[number];

/**
 * `ce_type` of the message that cancels a command whose caller no longer waits; its value is `{"command": <ce_id>}`.
 */
export const CANCEL = 'platform.cancel-command';

/** Headers that a dead letter has besides its original headers. */
export const DEAD_LETTER_HEADERS = {
  reason: 'probity_dead_letter_reason',
  /** number of attempts, decimal */
  attempts: 'probity_dead_letter_attempts',
  topic: 'probity_dead_letter_topic',
  partition: 'probity_dead_letter_partition',
  offset: 'probity_dead_letter_offset',
  time: 'probity_dead_letter_time',
  /** size of the value in bytes, decimal; only present when the value was too large to be stored */
  omittedBytes: 'probity_dead_letter_omitted_bytes',
} as const;
