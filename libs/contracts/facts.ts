import { REPORT_FACTS } from './activity-reports/events';
import { ALERT_FACTS } from './alerts/events';
import { BACKTEST_FACTS } from './backtests/events';
import { CASE_FACTS } from './cases/events';
import { CASE_FILE_FACTS } from './case-files/events';
import { CHECKPOINT_FACTS } from './checkpoints/events';
import { CUSTOMER_FACTS, CustomerCreated, CustomerProfileChanged } from './customers/events';
import type { Fact, Streams } from './declaration/fact';
import { LEDGER_FACTS } from './ledger/events';
import { RULE_FACTS } from './monitoring-rules/events';
import { LIST_SOURCE_FACTS } from './list-sources/events';
import { NOTICE_FACTS } from './notices/events';
import { PROPOSAL_FACTS } from './proposals/events';
import { PROVIDER_FACTS, SIGNAL_FACTS } from './providers/events';
import { RESCREENING_FACTS } from './rescreenings/events';
import { MaintenanceStarted, OperatorTokenUsed, STAFF_FACTS } from './staff/events';
import { IDENTITY_PROVIDER_FACTS } from './identity-providers/events';
import { TENANT_FACTS } from './tenants/events';
import { RETIRED_TOPICS } from './topics';
import { WATCHLIST_FACTS } from './watchlists/events';
import { WEBHOOK_SOURCES } from './webhooks/event-types';

/** Every fact, in the order of the examples of one subject. */
export const FACTS = [
  ...LEDGER_FACTS,
  ...TENANT_FACTS,
  ...CUSTOMER_FACTS,
  ...ALERT_FACTS,
  ...CASE_FACTS,
  ...CASE_FILE_FACTS,
  ...REPORT_FACTS,
  ...WATCHLIST_FACTS,
  ...LIST_SOURCE_FACTS,
  ...RULE_FACTS,
  ...BACKTEST_FACTS,
  ...RESCREENING_FACTS,
  ...NOTICE_FACTS,
  ...PROVIDER_FACTS,
  ...SIGNAL_FACTS,
  ...STAFF_FACTS,
  OperatorTokenUsed,
  MaintenanceStarted,
  ...PROPOSAL_FACTS,
  ...IDENTITY_PROVIDER_FACTS,
  ...CHECKPOINT_FACTS,
] as const;

/** Facts that a service of Probity follows. As with commands, handling can fail. */
export const FOLLOWED_FACTS: readonly Fact[] = [CustomerCreated, CustomerProfileChanged, ...WEBHOOK_SOURCES];

/** Streams of one kind of aggregate, with their facts, published on one topic. */
export interface PublishedStreams extends Pick<Streams, 'service' | 'prefix' | 'topic' | 'inside'> {
  facts: readonly Fact[];
  /**
   * the first topic of the streams. It names the checkpoint, the lock and the transactions of the follower that
   * publishes them, which must stay the same when a new topic continues the old one: then the new topic begins where
   * the old one ends, and of two versions of the relay only one publishes.
   */
  followedAs: string;
}

const PREFIXES = [...new Set(FACTS.map(({ streams }) => streams.prefix))];

export const PUBLISHED_STREAMS = PREFIXES.map((prefix): PublishedStreams => {
  const facts: Fact[] = FACTS.filter(({ streams }) => streams.prefix === prefix);
  const { service, topic, inside } = facts[0]!.streams;
  const followedAs = RETIRED_TOPICS.find(({ successor }) => successor === topic)?.name ?? topic;
  return { service, prefix, topic, facts, followedAs, inside };
});

/** The streams to which the name of a stream belongs. The longest prefix counts: some prefixes begin with another one. */
export const streamsOf = (stream: string): PublishedStreams | undefined =>
  PUBLISHED_STREAMS.filter(({ prefix }) => stream.startsWith(prefix)).toSorted(
    (one, other) => other.prefix.length - one.prefix.length,
  )[0];

/** `ce_type` of a published event: the service and the event's own type, such as `ledger.TransactionPosted`. */
export const factType = ({ service }: PublishedStreams, type: string): string => `${service}.${type}`;
