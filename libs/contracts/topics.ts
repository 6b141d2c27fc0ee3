const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const FOR_EVER = -1;

/** A Kafka topic of Probity. Names are `<domain>.<entity>.<kind>.v1`; a successor ends in v2. */
export interface Topic {
  name: string;
  kind: 'command' | 'event' | 'reply' | 'dead-letter';
  /** Can only grow. Growing moves keys to other partitions. */
  partitions: number;
  /** how long messages are kept; -1: for ever */
  retentionMs: number;
  purpose: string;
  /** whether its facts have personal data; then `retentionMs` is the default of a setting */
  holdsPersonalData?: true;
}

/** A topic of earlier versions. Nothing is published on it any more; its messages stay until an operator deletes it. */
export interface RetiredTopic {
  name: string;
  /** continues it: the first fact that is missing in the one is in the other */
  successor: string;
}

/** Every topic except the dead-letter topics, in the order of their creation. */
export const DECLARED_TOPICS: Topic[] = [];

/** Returns the name, by which commands and facts refer to the topic. */
const topic =
  (kind: Topic['kind'], retentionMs: number) =>
  (name: string, partitions: number, purpose: string): string => {
    DECLARED_TOPICS.push({ name, kind, partitions, retentionMs, purpose });
    return name;
  };
const commandTopic = topic('command', DAY_MS);
const replyTopic = topic('reply', HOUR_MS);
const factTopic = topic('event', FOR_EVER);

export const RETIRED_TOPICS: RetiredTopic[] = [];

/** A topic of facts that continues a retired one. */
const nextFactTopic = (name: string, retired: string, partitions: number, purpose: string): string => {
  RETIRED_TOPICS.push({ name: retired, successor: name });
  return factTopic(name, partitions, purpose);
};

export const LEDGER_COMMANDS = commandTopic(
  'ledger.ledger.command.v1',
  12,
  'Commands to the ledger service for one ledger. Key: the id of the ledger.',
);
export const MAINTENANCE_COMMANDS = commandTopic(
  'ledger.maintenance.command.v1',
  1,
  'Commands to the ledger service for all ledgers. Key: the word "all".',
);
export const CUSTOMER_COMMANDS = commandTopic(
  'customer-risk.customer.command.v1',
  12,
  'Commands to customer-risk for a customer, an alert or a case. Key: its id.',
);
export const CUSTOMER_MAINTENANCE_COMMANDS = commandTopic(
  'customer-risk.maintenance.command.v1',
  1,
  'Commands to customer-risk for all customers. Key: the word "all".',
);
export const PIPELINE_COMMANDS = commandTopic(
  'pipeline.event.command.v1',
  12,
  'Events to accept and customers to screen. Key: the id of the event or the customer.',
);
export const PIPELINE_MAINTENANCE_COMMANDS = commandTopic(
  'pipeline.maintenance.command.v1',
  1,
  'Commands to the pipeline for all that it owns. Key: the word "all".',
);
export const WATCHLIST_COMMANDS = commandTopic(
  'pipeline.watchlist.command.v1',
  6,
  'Changes of watchlists. Key: the name of a shared list, or the id of the tenant for its own.',
);
export const MONITORING_COMMANDS = commandTopic(
  'pipeline.monitoring-rule.command.v1',
  6,
  'Changes and backtests of monitoring rules. Key: the id of the tenant.',
);
export const PROVIDER_COMMANDS = commandTopic(
  'pipeline.provider.command.v1',
  6,
  'Providers of tenants, and their webhooks. Key: the id of the tenant, or of the webhook.',
);
export const WEBHOOK_COMMANDS = commandTopic(
  'webhooks.endpoint.command.v1',
  6,
  'Commands to the webhook dispatcher for an endpoint. Key: the id of the endpoint.',
);

export const WEBHOOK_MAINTENANCE_COMMANDS = commandTopic(
  'webhooks.maintenance.command.v1',
  1,
  'Commands to the webhook dispatcher for all that it owns. Key: the word "all".',
);

export const LOG_COMMANDS = commandTopic(
  'notary.log.command.v1',
  1,
  'Commands to the notary for the log of a tenant. Key: the id of the tenant, or the word "platform".',
);

export const PROPOSAL_COMMANDS = commandTopic(
  'back-office.proposal.command.v1',
  6,
  'Changes by institutions that need the approval of staff. Key: the id of the tenant.',
);

export const REPLIES = replyTopic(
  'platform.command.reply.v1',
  32,
  'Replies to commands. Every calling instance reads one partition. Key: the id of that instance.',
);

export const LEDGER_EVENTS = factTopic(
  'ledger.ledger.event.v1',
  12,
  'Everything that happened in ledgers. Key: the id of the ledger.',
);
export const TENANT_EVENTS = factTopic(
  'back-office.tenant.event.v1',
  6,
  'Tenants, their currencies, API keys and settings. Key: the id of the tenant.',
);
export const STAFF_EVENTS = factTopic(
  'back-office.staff.event.v1',
  1,
  'Accounts of staff and what they may do; nothing in them is secret. Key: the id of the account.',
);
export const IDENTITY_PROVIDER_EVENTS = factTopic(
  'back-office.identity-provider.event.v1',
  1,
  'Identity providers with which staff sign in, without secrets. Key: the id of the identity provider.',
);
export const OPERATOR_TOKEN_EVENTS = factTopic(
  'back-office.operator-token.event.v1',
  1,
  'Uses of the operator token, and maintenance of the installation. Key: the id of the use.',
);
export const PROPOSAL_EVENTS = factTopic(
  'back-office.proposal.event.v1',
  1,
  'Changes that need two people: proposed, approved, declined, applied. Key: the id of the proposal.',
);
export const CUSTOMER_EVENTS = nextFactTopic(
  'customer-risk.customer.event.v2',
  'customer-risk.customer.event.v1',
  12,
  'Customers: profiles, KYC statuses and risk ratings. Key: the id of the customer.',
);
export const ALERT_EVENTS = nextFactTopic(
  'customer-risk.alert.event.v2',
  'customer-risk.alert.event.v1',
  12,
  'Alerts and what staff decided on them. Key: the id of the alert.',
);
export const CASE_EVENTS = nextFactTopic(
  'customer-risk.case.event.v2',
  'customer-risk.case.event.v1',
  6,
  'Investigation cases. Key: the id of the case.',
);
export const CASE_FILE_EVENTS = factTopic(
  'customer-risk.case-file.event.v1',
  6,
  'Files of cases: stored parts without their content, and downloads. Key: the id of the file.',
);
export const REPORT_EVENTS = factTopic(
  'customer-risk.report.event.v1',
  6,
  'Reports of suspicious activity: drafted, approved, exported, filed. Key: the id of the report.',
);
export const WATCHLIST_EVENTS = factTopic(
  'pipeline.watchlist.event.v1',
  6,
  'Changes of watchlists. Key: the name of a shared list, or `tenant-` and the id of its tenant.',
);
export const LIST_SOURCE_EVENTS = factTopic(
  'pipeline.watchlist-source.event.v1',
  1,
  'From which addresses shared lists are fetched, without secrets. Key: the name of the list.',
);
export const MONITORING_EVENTS = factTopic(
  'pipeline.monitoring-rule.event.v1',
  6,
  'Versions of monitoring rules. Key: the id of the rule.',
);
export const BACKTEST_EVENTS = nextFactTopic(
  'pipeline.backtest.event.v2',
  'pipeline.backtest.event.v1',
  6,
  'Backtests of drafts of monitoring rules: started, ended. Key: the id of the backtest.',
);
export const RESCREENING_EVENTS = factTopic(
  'pipeline.rescreening.event.v1',
  1,
  'Versions of the scorer, and the screenings of all customers with them. Key: the id of the rescreening.',
);
export const NOTICE_EVENTS = factTopic(
  'platform.notice.event.v1',
  6,
  'Messages to staff about Probity itself. Key: the id of the notice.',
);
export const PROVIDER_EVENTS = factTopic(
  'pipeline.provider.event.v1',
  1,
  'Providers of tenants: configurations without secrets, activation. Key: the id of the provider.',
);
export const PROVIDER_SIGNAL_EVENTS = nextFactTopic(
  'pipeline.provider-signal.event.v2',
  'pipeline.provider-signal.event.v1',
  6,
  'What providers reported about customers by webhook. Key: the id of the signal.',
);
export const CHECKPOINT_EVENTS = factTopic(
  'notary.checkpoint.event.v1',
  6,
  'Signed heads of the logs of tenants and ledgers. Key: the id of the tenant, or `platform`.',
);

/** The topic that continues this one, and for any other topic the topic itself. The name may have a prefix. */
export function currentTopic(name: string): string {
  const retired = RETIRED_TOPICS.find((one) => name.endsWith(one.name));
  return retired ? name.slice(0, -retired.name.length) + retired.successor : name;
}

/** The topic for messages of another topic that could not be handled. A retired topic has that of its successor. */
export const deadLetterTopic = (name: string): string => `${currentTopic(name)}.dead-letter`;

/** The topic for messages of `name` that could not be handled. */
export const deadLettersOf = (name: string): Topic => ({
  name: deadLetterTopic(name),
  kind: 'dead-letter',
  partitions: 1,
  retentionMs: 30 * DAY_MS,
  purpose: `Messages of ${name} that could not be handled, with the reason in their headers.`,
});
