/**
 * Kafka headers of every message, CloudEvents 1.0 in the binary mode of its Kafka binding (section
 * 3.2): attributes are headers that begin with `ce_`, the value is the data. All are UTF-8 text.
 */
export const HEADERS = {
  specVersion: 'ce_specversion',
  /** the id of the event or of the command; the same on redelivery */
  id: 'ce_id',
  /** what it is: a command's name, or a fact's type such as `ledger.TransactionPosted` */
  type: 'ce_type',
  /** who says it: `/probity/<service>` */
  source: 'ce_source',
  /** ISO 8601; of a fact: when it happened, as far as the event says so */
  time: 'ce_time',
  /** of a fact: the name of its stream */
  subject: 'ce_subject',
  /** of a fact: its revision in the stream, decimal, from 0 */
  revision: 'ce_revision',
  contentType: 'content-type',
  /** W3C Trace Context, from the HTTP request that caused it */
  traceparent: 'traceparent',
} as const;

export const SPEC_VERSION = '1.0';
export const JSON_CONTENT = 'application/json';

/** Headers of a command that wants a reply, besides those of every message. */
export const COMMAND_HEADERS = {
  /** the instance that asks */
  replyTo: 'probity_reply_to',
  /** the partition of the reply topic that it reads, decimal */
  replyPartition: 'probity_reply_partition',
  /** when it gives up, milliseconds since 1970, decimal; a command that comes later is not carried out */
  deadline: 'probity_deadline',
} as const;

/** Headers of a reply, besides those of every message. */
export const REPLY_HEADERS = {
  replyTo: 'probity_reply_to',
  /** `ce_id` of the command */
  inReplyTo: 'probity_in_reply_to',
  /** see ReplyFrame */
  frame: 'probity_frame',
} as const;

/**
 * What a reply says. `reply` is the one and last answer; a command that answers many times sends
 * `next` for each, `alive` while it works in silence, and `complete`. `refusal` (the value says why)
 * and `failure` (it does not) end either kind.
 */
export const REPLY_FRAMES = ['reply', 'next', 'alive', 'complete', 'refusal', 'failure'] as const;
export type ReplyFrame = (typeof REPLY_FRAMES)[number];

/** `ce_type` of the message that ends a command whose caller has left; its value is `{"command": <ce_id>}`. */
export const CANCEL = 'platform.cancel-command';

/** Headers that a dead letter has besides those it came with. */
export const DEAD_LETTER_HEADERS = {
  reason: 'probity_dead_letter_reason',
  /** how often it was tried, decimal */
  attempts: 'probity_dead_letter_attempts',
  topic: 'probity_dead_letter_topic',
  partition: 'probity_dead_letter_partition',
  offset: 'probity_dead_letter_offset',
  time: 'probity_dead_letter_time',
  /** how many bytes the value had, decimal; only there when it was too large to be put aside */
  omittedBytes: 'probity_dead_letter_omitted_bytes',
} as const;
