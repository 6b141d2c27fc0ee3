import { PERSONAL_FACTS_RETENTION_DAYS } from '../every-topic';
import { COMMAND_HEADERS, FACT_HEADERS, HEADERS, REPLY_HEADERS } from '../headers';
import { REPLIES } from '../topics';

/** What an integrator needs to know besides topics and schemas. Text in `backticks` is code. */
export const GUIDE: { title: string; paragraphs: string[] }[] = [
  {
    title: 'Messages',
    paragraphs: [
      'Every message is a CloudEvent 1.0 in the binary mode of its Kafka binding: the attributes are headers that ' +
        `begin with \`ce_\`, the value is the data as JSON, and \`${HEADERS.type}\` names the kind of message. ` +
        'Headers are UTF-8 text.',
      'Amounts of ledgers are strings of decimal digits in minor units; they may be larger than any machine integer. ' +
        'Amounts in events of customers, and in their results, are in major units.',
      `The subject of a fact is a stream: \`ledger-\`, \`tenant-\`, \`customer-\`, \`alert-\`, \`case-\`, ` +
        '`monitoring-rule-`, `backtest-` or `rescreening-` and an id, `watchlist-` or `list-source-` and the name of a shared list, or `watchlist-tenant-` and the id of ' +
        "the tenant whose own list it is. What follows the kind of stream (for a tenant's own list `tenant-` and the id) is the key.",
      'Facts about customers hold personal data: names, dates of birth, documents. Configure the broker so that only ' +
        'authorized consumers can read their topics.',
    ],
  },
  {
    title: 'Delivery',
    paragraphs: [
      'Facts are delivered at least once: after a crash, some are delivered again with the same ids and the same content.',
      `Facts of one key are in order. \`${HEADERS.revision}\` is the place of the event in its stream, \`${HEADERS.subject}\`, from 0. Logs of checkpoints and lists that all tenants share have other events between the facts. In all other streams a missing revision means that the event is damaged in the store and could not be published. ` +
        'Facts that are delivered again repeat their revision. Compare it as a number. There is no order ' +
        'between subjects. When a topic gets more partitions, later facts of a subject may be in another partition ' +
        'than earlier ones; the revision continues.',
      `To handle each fact once, remember the highest \`${HEADERS.revision}\` that you have handled of each ` +
        `\`${HEADERS.subject}\`, in the same transaction as your own data, and skip facts that are not above it. ` +
        `Alternatively, remember every \`${HEADERS.id}\`.`,
      'Read committed messages only (`isolation.level=read_committed`; it is the default of kafkajs, but not of the Java client).',
      'A topic of facts without personal data keeps everything, so a new consumer can read from the beginning. Topics ' +
        `of facts with personal data end in \`v2\` and keep them for ${PERSONAL_FACTS_RETENTION_DAYS} days, unless the ` +
        'operator has set another time. A consumer that is new, or was away for longer, needs earlier facts: the ' +
        'operator writes them from the events to a topic of the consumer (`probity facts replay`), with the same keys, headers and ' +
        'revisions. Of erased people these have placeholders such as `[erased]`. Read them to their end, then the topic of Probity ' +
        'from its beginning, and skip the revisions that you have handled.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'Changes only add: topics, kinds of messages, headers, fields of what Probity sends, and optional ' +
        'fields of what it receives. Ignore unknown fields, headers and kinds of messages. Nothing is ' +
        'removed or renamed, no type changes, no value is added to an enumeration of what Probity sends, and the key of a ' +
        'message stays the same. Any other change is published on a new topic that ends in `v2`.',
      'The topics of customers, alerts, cases, backtests and signals of providers ended in `v1` in earlier versions, and were kept for ever. ' +
        'Nothing is published on these any more. The `v2` topic has the same messages and begins where ' +
        'the `v1` topic ends: read the old topic to its end, then the new one from its beginning. The operator deletes the old one.',
    ],
  },
  {
    title: 'Commands and replies',
    paragraphs: [
      'Institutions use the REST API. The services of Probity send commands to each other; this page describes them for ' +
        'operators and developers. Probity does not check who sends a command: configure the broker so that only services can.',
      'All senders must put commands with one key in one partition: choose it as the Java client does (murmur2 of ' +
        'the key; in kafkajs the `DefaultPartitioner`).',
      `A command that gives \`${COMMAND_HEADERS.replyTo}\` and \`${COMMAND_HEADERS.replyPartition}\` gets its reply on that ` +
        `partition of \`${REPLIES}\`. Each calling instance chooses one partition, reads it with a consumer ` +
        `group of its own, and skips replies with another \`${REPLY_HEADERS.replyTo}\`.`,
      `\`${REPLY_HEADERS.frame}\` is the kind of the reply. \`reply\`, \`refusal\` and \`failure\` end a command. A command with ` +
        'several replies sends `next` for each of them, `alive` while it has no reply to send, and `complete` at the end.',
      'No reply in time means that the outcome is unknown, not that the command failed. Commands can be retried: the caller ' +
        'chooses the ids. A posting with the same `idempotency_key` is made once, an event with the ' +
        'same `event_id` is accepted once, and an alert with the same `alert_id` is raised once. A command with ' +
        `\`${COMMAND_HEADERS.key}\` is carried out once in 24 hours; a repetition gets the first reply.`,
      'Events of customers arrive as the command `pipeline.ingest-event` and are on no topic of facts. Their results ' +
        'are: alerts, changes of the profile, KYC statuses and ratings.',
    ],
  },
  {
    title: 'Dead letters',
    paragraphs: [
      'A message that cannot be handled does not block the messages after it. It moves to the topic of the same name that ends in ' +
        '`.dead-letter`, unchanged, with headers for the reason, the number of attempts and the original position.',
      'An operator can have a service of Probity handle a fact again. The fact is then published again, with the same ' +
        `\`${HEADERS.id}\` and the header \`${FACT_HEADERS.againFor}\`, which names that service. It may come after later facts ` +
        'of its subject. Other consumers skip it.',
    ],
  },
];
