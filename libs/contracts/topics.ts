const DAY_MS = 86_400_000;

/** A Kafka topic of Probity. Names are `<domain>.<entity>.<kind>.v1`. */
export interface Topic {
  name: string;
  kind: 'command' | 'event' | 'reply' | 'dead-letter';
  /** Can only grow, and moves keys to other partitions when it does. */
  partitions: number;
  /** how long messages are kept; -1: for ever */
  retentionMs: number;
  purpose: string;
}

const COMMAND_RETENTION_MS = DAY_MS;
const DEAD_LETTER_RETENTION_MS = 30 * DAY_MS;

export const LEDGER_COMMANDS = 'ledger.ledger.command.v1';
export const MAINTENANCE_COMMANDS = 'ledger.maintenance.command.v1';
export const REPLIES = 'platform.command.reply.v1';
export const LEDGER_EVENTS = 'ledger.ledger.event.v1';
export const TENANT_EVENTS = 'back-office.tenant.event.v1';

/** Where a message goes that could not be handled: beside the topic that it came from. */
export const deadLetterTopic = (topic: string): string => `${topic}.dead-letter`;

const consumed: Topic[] = [
  {
    name: LEDGER_COMMANDS,
    kind: 'command',
    partitions: 12,
    retentionMs: COMMAND_RETENTION_MS,
    purpose: 'What the ledger service is asked to do with one ledger. Key: the id of the ledger.',
  },
  {
    name: MAINTENANCE_COMMANDS,
    kind: 'command',
    partitions: 1,
    retentionMs: COMMAND_RETENTION_MS,
    purpose: 'What the ledger service is asked to do with all ledgers. Key: the word "all".',
  },
];

/** Every topic, in the order in which they are made. */
export const TOPICS: Topic[] = [
  ...consumed,
  {
    name: REPLIES,
    kind: 'reply',
    partitions: 32,
    retentionMs: 3_600_000,
    purpose: 'Replies to commands. Every instance that asks reads one partition; key: the id of that instance.',
  },
  {
    name: LEDGER_EVENTS,
    kind: 'event',
    partitions: 12,
    retentionMs: -1,
    purpose: 'Everything that happened in ledgers. Key: the id of the ledger.',
  },
  {
    name: TENANT_EVENTS,
    kind: 'event',
    partitions: 6,
    retentionMs: -1,
    purpose: 'Tenants, their currencies and their API keys. Key: the id of the tenant.',
  },
  ...consumed.map(({ name }) => ({
    name: deadLetterTopic(name),
    kind: 'dead-letter' as const,
    partitions: 1,
    retentionMs: DEAD_LETTER_RETENTION_MS,
    purpose: `Messages of ${name} that could not be handled, with the reason in their headers.`,
  })),
];
