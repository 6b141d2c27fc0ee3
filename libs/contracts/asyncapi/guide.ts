import { COMMAND_HEADERS, HEADERS, REPLY_HEADERS } from '../headers';
import { REPLIES } from '../topics';

/** What an integrator must know besides topics and schemas. Text in `ticks` is code. */
export const GUIDE: { title: string; paragraphs: string[] }[] = [
  {
    title: 'Messages',
    paragraphs: [
      'Every message is a CloudEvent 1.0 in the binary mode of its Kafka binding: the attributes are headers that ' +
        `begin with \`ce_\`, the value is the data as JSON, and \`${HEADERS.type}\` says which of the messages of its topic it is. ` +
        'Headers are UTF-8 text.',
      'Amounts of ledgers are strings of decimal digits in minor units; they may be larger than any machine integer. ' +
        'Amounts in events of customers, and in what was concluded from them, are in major units.',
      `The subject of a fact is a stream: \`ledger-\`, \`tenant-\`, \`customer-\`, \`alert-\`, \`case-\` or ` +
        '`monitoring-rule-` and an id, `watchlist-` and the name of a shared list, or `watchlist-tenant-` and the id of ' +
        "the tenant whose own list it is. What follows the kind of stream (for a tenant's own list `tenant-` and the id) is the key.",
      'Facts about customers hold personal data: names, dates of birth, documents. Let the broker allow their topics ' +
        'to those who may see them.',
    ],
  },
  {
    title: 'Delivery',
    paragraphs: [
      'Facts are delivered at least once: after a crash some come again, with the same ids and the same content.',
      `Facts of one key are in order. \`${HEADERS.revision}\` counts the facts of one \`${HEADERS.subject}\` from 0; where one is missing, the event was damaged in the store and could not be published ` +
        '(what comes again apart). Compare it as a number. There is no order ' +
        'between subjects. When a topic gets more partitions, what is published later may lie in another partition ' +
        'than what came before; the revision still counts on.',
      `To handle each fact once, remember the highest \`${HEADERS.revision}\` that you have handled of each ` +
        `\`${HEADERS.subject}\`, in the same transaction as what you make of it, and pass over what is not above it. ` +
        `Or remember every \`${HEADERS.id}\`.`,
      'Read committed messages only (`isolation.level=read_committed`; it is the default of kafkajs, but not of the Java client).',
      'Fact topics keep everything, so a new consumer can read from the beginning.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'Within `v1` changes only add: topics, kinds of messages, headers, fields of what Probity sends, and optional ' +
        'fields of what it receives. Ignore fields, headers and kinds of messages that you do not know. Nothing is ' +
        'removed or renamed, no type changes, no value is added to an enumeration of what Probity sends, and the key of a ' +
        'message stays what it is. Anything else comes as a new topic that ends in `v2`, beside the old one.',
    ],
  },
  {
    title: 'Commands and replies',
    paragraphs: [
      'Institutions use the REST API. Commands are what the services ask of each other, and are described for whoever ' +
        'operates or extends them: nothing checks who sends one, so let the broker allow it to services only.',
      'Commands with one key must lie in one partition, whoever sends them: choose it as the Java client does (murmur2 of ' +
        'the key; in kafkajs the `DefaultPartitioner`).',
      `A command that gives \`${COMMAND_HEADERS.replyTo}\` and \`${COMMAND_HEADERS.replyPartition}\` is answered on that ` +
        `partition of \`${REPLIES}\`. Each instance that asks chooses one partition, reads it with a consumer ` +
        `group of its own, and passes over replies whose \`${REPLY_HEADERS.replyTo}\` is another.`,
      `\`${REPLY_HEADERS.frame}\` says what a reply is. \`reply\`, \`refusal\` and \`failure\` end a command. One that answers ` +
        'many times sends `next` for each answer, `alive` while it works in silence, and `complete` at the end.',
      'No reply in time means that the outcome is unknown, not that it failed. Commands can be repeated: ids are ' +
        'chosen by whoever asks, and a posting with the same `idempotency_key` is made once. So is an event with the ' +
        'same `event_id` taken once, and an alert with the same `alert_id` raised once.',
      'Events of customers come in as the command `pipeline.ingest-event` and are on no topic of facts. What they lead ' +
        'to is: alerts, changes of the profile, KYC statuses and ratings.',
    ],
  },
  {
    title: 'Dead letters',
    paragraphs: [
      'A message that cannot be handled does not stop the ones after it: it goes to the topic of the same name that ends in ' +
        '`.dead-letter`, as it came, with headers that say why, how often it was tried and where it was.',
    ],
  },
];
