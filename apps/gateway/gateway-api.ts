import { Proposal } from '@probity/contracts/proposals/views';
import type { ApiDescription } from '@probity/platform/http/documentation/open-api-document';
import { LIMIT_FIELDS, RETRY_AFTER } from '@probity/platform/limiting/documentation';
import { WEBHOOKS } from './webhooks/webhook-event.document';

/** The API document's description of the whole API. */
export const GATEWAY_API: ApiDescription = {
  title: 'Probity',
  description:
    'The ledger and compliance API for institutions. Amounts in ledgers are strings of minor units, amounts of ' +
    'events are in major units. ' +
    'Events are also published on Kafka: [events](docs/events).',
  tokenDescription: 'an API key of the tenant',
  tags: {
    Ledger: 'Currencies, ledgers, accounts and postings.',
    Customers: 'Customers and their risk.',
    Events: 'Transactions and onboarding steps, and the outcome of each.',
    'Alerts and cases': 'Alerts, and the cases that investigate them.',
    'Monitoring rules': 'Rules that detect suspicious activity.',
    'Watchlist entries': 'The tenant’s own list.',
    Limits: 'How many requests the tenant can send, and how much it can store.',
    Providers: 'Webhooks from providers of compliance checks.',
    Webhooks: 'Endpoints that receive alerts, and the deliveries to them.',
  },
  proposal: Proposal,
  parameters: {
    slug: { schema: { type: 'string', description: 'the tenant’s slug', example: 'acme' } },
    level: { schema: { type: 'string', description: 'the level of the tile, from 0', example: '0' } },
    path: {
      schema: {
        type: 'string',
        description: 'the index of the tile, such as `x001/x234/067`; for a partial tile with its width, `067.p/8`',
        example: '000',
      },
    },
    plugin: { schema: { type: 'string', description: 'the name of the plugin', example: 'sumsub' } },
  },
  names: {
    ledgerId: 'ledger',
    postingId: 'posting',
    customerId: 'customer',
    alertId: 'alert',
    eventId: 'event',
    ruleId: 'monitoring rule',
    backtestId: 'backtest',
    entryId: 'watchlist entry',
    endpointId: 'webhook',
  },
  errors: [
    {
      status: 401,
      description: 'the API key is missing or not valid',
      examples: { bad_api_key: 'a valid API key is required; send Authorization: Bearer <API_KEY>' },
    },
    {
      status: 403,
      description: 'the key belongs to another tenant or lacks the required scope',
      examples: { wrong_tenant: 'the API key belongs to another tenant' },
      headers: LIMIT_FIELDS,
    },
    {
      status: 429,
      description: 'a limit of requests is exceeded; the request was not processed',
      examples: {
        rate_limited:
          'the limit requests_per_second of the tenant is 1000, with a burst of 2000. The request was not processed; ' +
          'retry in 1 s.',
      },
      headers: { ...RETRY_AFTER, ...LIMIT_FIELDS },
    },
  ],
  headers: LIMIT_FIELDS,
  webhooks: WEBHOOKS,
};
