import type { ApiDescription } from '@probity/platform/http/documentation/open-api-document';
import { SLUG } from './tenants/slug';

/** What the API document says of the whole API. */
export const BACK_OFFICE_API: ApiDescription = {
  title: 'Probity back office',
  description:
    'Tenants, their currencies, API keys and settings; customers, alerts and cases; lists and rules; for staff.',
  tokenDescription: 'the operator token',
  tags: {
    Tenants: 'Institutions that use Probity.',
    Currencies: 'What a tenant keeps ledgers in.',
    'API keys': 'Keys to the API for institutions.',
    Settings: 'How the compliance engines of a tenant are set.',
    Customers: 'Customers of a tenant and their risk.',
    Alerts: 'What was found, and decisions on it.',
    Cases: 'Investigations.',
    Audit: 'Who did what.',
    Events: 'What a tenant has sent, and what became of each.',
    'Monitoring rules': 'Rules of a tenant.',
    Watchlists: 'Lists that all tenants share.',
    Webhooks: 'Endpoints of a tenant, and deliveries to them.',
    Ledgers: 'Ledgers of a tenant, and their verification.',
    Projections: 'What is made from the events.',
  },
  parameters: {
    slug: { schema: { type: 'string', pattern: SLUG.source, description: 'the tenant’s slug', example: 'bank' } },
    keyId: { schema: { type: 'string', description: 'the id of an API key', example: '0123456789abcdef' } },
  },
  names: {
    slug: 'tenant',
    keyId: 'API key',
    customerId: 'customer',
    alertId: 'alert',
    caseId: 'case',
    eventId: 'event',
    ruleId: 'monitoring rule',
    endpointId: 'webhook',
    deliveryId: 'delivery',
    ledgerId: 'ledger',
    accountId: 'account',
    importId: 'import',
  },
  errors: [
    {
      status: 401,
      description: 'no operator token, or one that is not accepted',
      examples: { bad_operator_token: 'the operator token is missing; send Authorization: Bearer <token>' },
    },
  ],
};
