import Type, { type TSchema } from 'typebox';
import { ALERT_STREAM_PREFIX, AlertDismissed, AlertEscalated, AlertRaised, AlertResolved } from './alerts/events';
import { AlertsAddedToCase, CASE_STREAM_PREFIX, CaseClosed, CaseNoteAdded, CaseOpened } from './cases/events';
import {
  CUSTOMER_STREAM_PREFIX,
  CustomerCreated,
  CustomerProfileChanged,
  KycStatusChanged,
  RiskAssessed,
} from './customers/events';
import {
  AccountActivityChanged,
  AccountOpened,
  LEDGER_STREAM_PREFIX,
  LedgerCreated,
  TransactionPosted,
} from './ledger/events';
import { RULE_STREAM_PREFIX, RuleVersionSaved } from './monitoring-rules/events';
import { ComplianceSettingsChanged } from './settings/events';
import {
  ApiKeyCreated,
  ApiKeyRevoked,
  CurrencyConfigured,
  TENANT_STREAM_PREFIX,
  TenantCreated,
} from './tenants/events';
import {
  ALERT_EVENTS,
  CASE_EVENTS,
  CUSTOMER_EVENTS,
  LEDGER_EVENTS,
  MONITORING_EVENTS,
  TENANT_EVENTS,
  WATCHLIST_EVENTS,
} from './topics';
import {
  WATCHLIST_STREAM_PREFIX,
  WatchlistEntriesAdded,
  WatchlistEntryDeleted,
  WatchlistImported,
} from './watchlists/events';

/** Streams of one kind of aggregate, and the topic on which their events are published. */
export interface PublishedStreams {
  /** the service that writes them */
  service: string;
  /** streams are named `<prefix><aggregate id>` */
  prefix: string;
  topic: string;
  /** schema of what is published of each event type */
  events: Record<string, TSchema>;
  /** fields of an event type's data that stay inside */
  withheld?: Record<string, string[]>;
}

export const PUBLISHED_STREAMS: PublishedStreams[] = [
  {
    service: 'ledger',
    prefix: LEDGER_STREAM_PREFIX,
    topic: LEDGER_EVENTS,
    events: { LedgerCreated, AccountOpened, AccountActivityChanged, TransactionPosted },
  },
  {
    service: 'back-office',
    prefix: TENANT_STREAM_PREFIX,
    topic: TENANT_EVENTS,
    events: {
      TenantCreated,
      CurrencyConfigured,
      ApiKeyCreated: Type.Omit(ApiKeyCreated, ['key_hash']),
      ApiKeyRevoked,
      ComplianceSettingsChanged,
    },
    withheld: { ApiKeyCreated: ['key_hash'] },
  },
  {
    service: 'customer-risk',
    prefix: CUSTOMER_STREAM_PREFIX,
    topic: CUSTOMER_EVENTS,
    events: { CustomerCreated, CustomerProfileChanged, KycStatusChanged, RiskAssessed },
  },
  {
    service: 'customer-risk',
    prefix: ALERT_STREAM_PREFIX,
    topic: ALERT_EVENTS,
    events: { AlertRaised, AlertResolved, AlertDismissed, AlertEscalated },
  },
  {
    service: 'customer-risk',
    prefix: CASE_STREAM_PREFIX,
    topic: CASE_EVENTS,
    events: { CaseOpened, AlertsAddedToCase, CaseNoteAdded, CaseClosed },
  },
  {
    service: 'pipeline',
    prefix: WATCHLIST_STREAM_PREFIX,
    topic: WATCHLIST_EVENTS,
    events: { WatchlistImported, WatchlistEntriesAdded, WatchlistEntryDeleted },
  },
  {
    service: 'pipeline',
    prefix: RULE_STREAM_PREFIX,
    topic: MONITORING_EVENTS,
    events: { RuleVersionSaved },
  },
];

/** `ce_type` of a published event: the service and the event's own type, such as `ledger.TransactionPosted`. */
export const factType = ({ service }: PublishedStreams, type: string): string => `${service}.${type}`;
