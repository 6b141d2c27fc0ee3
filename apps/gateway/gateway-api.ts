import type { ApiDescription } from '@probity/platform/http/documentation/open-api-document';
import { WEBHOOKS } from './webhooks/webhook-event.document';

/** What the API document says of the whole API. */
export const GATEWAY_API: ApiDescription = {
  title: 'Probity',
  description:
    'The ledger and compliance API for institutions. Amounts in ledgers are strings of minor units, amounts of ' +
    'events are in major units. ' +
    'What happens is published on Kafka as well: [events](docs/events).',
  tokenDescription: 'an API key of the tenant',
  tags: {
    Ledger: 'Currencies, ledgers, accounts and postings.',
    Customers: 'Customers and their risk.',
    Events: 'Transactions and onboarding steps, and what became of each.',
    'Alerts and cases': 'What was found, and the investigations of it.',
    'Monitoring rules': 'The rules that look for suspicious activity.',
    'Watchlist entries': 'The own list of the tenant.',
    Webhooks: 'Endpoints that are told of alerts, and what was sent to them.',
  },
  parameters: { slug: { schema: { type: 'string', description: 'the tenant’s slug', example: 'acme' } } },
  names: {
    ledgerId: 'ledger',
    postingId: 'posting',
    customerId: 'customer',
    alertId: 'alert',
    eventId: 'event',
    ruleId: 'monitoring rule',
    entryId: 'watchlist entry',
    endpointId: 'webhook',
  },
  errors: [
    {
      status: 401,
      description: 'no API key, or one that is not valid',
      examples: { bad_api_key: 'a valid API key is needed: Authorization: Bearer <API_KEY>' },
    },
    {
      status: 403,
      description: "another tenant's key, or one without the needed scope",
      examples: { wrong_tenant: 'the API key belongs to another tenant' },
    },
  ],
  webhooks: WEBHOOKS,
};
