import Type, { type TSchema } from 'typebox';
import {
  AccountActivityChanged,
  AccountOpened,
  LEDGER_STREAM_PREFIX,
  LedgerCreated,
  TransactionPosted,
} from './ledger/events';
import {
  ApiKeyCreated,
  ApiKeyRevoked,
  CurrencyConfigured,
  TENANT_STREAM_PREFIX,
  TenantCreated,
} from './tenants/events';
import { LEDGER_EVENTS, TENANT_EVENTS } from './topics';

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
    },
    withheld: { ApiKeyCreated: ['key_hash'] },
  },
];

/** `ce_type` of a published event: the service and the event's own type, such as `ledger.TransactionPosted`. */
export const factType = ({ service }: PublishedStreams, type: string): string => `${service}.${type}`;
