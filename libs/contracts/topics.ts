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
export const CUSTOMER_COMMANDS = 'customer-risk.customer.command.v1';
export const CUSTOMER_EVENTS = 'customer-risk.customer.event.v1';
export const ALERT_EVENTS = 'customer-risk.alert.event.v1';
export const CASE_EVENTS = 'customer-risk.case.event.v1';
export const PIPELINE_COMMANDS = 'pipeline.event.command.v1';
export const WATCHLIST_COMMANDS = 'pipeline.watchlist.command.v1';
export const MONITORING_COMMANDS = 'pipeline.monitoring-rule.command.v1';
export const WEBHOOK_COMMANDS = 'webhooks.endpoint.command.v1';
export const WATCHLIST_EVENTS = 'pipeline.watchlist.event.v1';
export const MONITORING_EVENTS = 'pipeline.monitoring-rule.event.v1';

/** Where a message goes that could not be handled: beside the topic that it came from. */
export const deadLetterTopic = (topic: string): string => `${topic}.dead-letter`;

const commands: Topic[] = [
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
  {
    name: CUSTOMER_COMMANDS,
    kind: 'command',
    partitions: 12,
    retentionMs: COMMAND_RETENTION_MS,
    purpose: 'What customer-risk is asked to do with a customer, an alert or a case. Key: its id.',
  },
  {
    name: PIPELINE_COMMANDS,
    kind: 'command',
    partitions: 12,
    retentionMs: COMMAND_RETENTION_MS,
    purpose: 'Events to accept and customers to screen. Key: the id of the event or the customer.',
  },
  {
    name: WATCHLIST_COMMANDS,
    kind: 'command',
    partitions: 6,
    retentionMs: COMMAND_RETENTION_MS,
    purpose: 'Changes of watchlists. Key: the name of a shared list, or the id of the tenant for its own.',
  },
  {
    name: MONITORING_COMMANDS,
    kind: 'command',
    partitions: 6,
    retentionMs: COMMAND_RETENTION_MS,
    purpose: 'Changes and trials of monitoring rules. Key: the id of the tenant.',
  },
  {
    name: WEBHOOK_COMMANDS,
    kind: 'command',
    partitions: 6,
    retentionMs: COMMAND_RETENTION_MS,
    purpose: 'What the webhook dispatcher is asked to do with an endpoint. Key: the id of the endpoint.',
  },
];

/** Facts that a service of Probity follows; like commands, they may turn out not to be handled. */
const FOLLOWED_FACTS = [CUSTOMER_EVENTS, ALERT_EVENTS];

const consumed = [...commands.map(({ name }) => name), ...FOLLOWED_FACTS];

/** Every topic, in the order in which they are made. */
export const TOPICS: Topic[] = [
  ...commands,
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
    purpose: 'Tenants, their currencies, API keys and settings. Key: the id of the tenant.',
  },
  {
    name: CUSTOMER_EVENTS,
    kind: 'event',
    partitions: 12,
    retentionMs: -1,
    purpose: 'Customers: profiles, KYC statuses and risk ratings. Key: the id of the customer.',
  },
  {
    name: ALERT_EVENTS,
    kind: 'event',
    partitions: 12,
    retentionMs: -1,
    purpose: 'Alerts and what staff decided on them. Key: the id of the alert.',
  },
  {
    name: CASE_EVENTS,
    kind: 'event',
    partitions: 6,
    retentionMs: -1,
    purpose: 'Investigation cases. Key: the id of the case.',
  },
  {
    name: WATCHLIST_EVENTS,
    kind: 'event',
    partitions: 6,
    retentionMs: -1,
    purpose: 'Changes of watchlists. Key: the name of a shared list, or `tenant-` and the id of its tenant.',
  },
  {
    name: MONITORING_EVENTS,
    kind: 'event',
    partitions: 6,
    retentionMs: -1,
    purpose: 'Versions of monitoring rules. Key: the id of the rule.',
  },
  ...consumed.map((name) => ({
    name: deadLetterTopic(name),
    kind: 'dead-letter' as const,
    partitions: 1,
    retentionMs: DEAD_LETTER_RETENTION_MS,
    purpose: `Messages of ${name} that could not be handled, with the reason in their headers.`,
  })),
];
