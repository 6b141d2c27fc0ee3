import type { ApiDescription } from '@probity/platform/http/documentation/open-api-document';
import { RETRY_AFTER } from '@probity/platform/limiting/documentation';
import { Proposal } from '@probity/contracts/proposals/views';
import { SLUG } from './tenants/slug';

/** The API document's description of the whole API. */
export const BACK_OFFICE_API: ApiDescription = {
  title: 'Probity back office',
  description:
    'Tenants, their currencies, API keys and settings; customers, alerts and cases; lists and rules; for staff.',
  tokenDescription: 'the token of a session or of a service account, or the operator token',
  tags: {
    'Sign-in': 'How people sign in, and what they do with their own account.',
    Staff: 'People and service accounts, and what they may do.',
    Proposals: 'Changes that need two people.',
    Tenants: 'Institutions that use Probity.',
    Currencies: 'The currencies of a tenant’s ledgers.',
    'API keys': 'Keys to the API for institutions.',
    Settings: "The settings of a tenant's compliance engines.",
    Limits: 'How many requests a tenant can send, and how much it can store.',
    Customers: 'Customers of a tenant and their risk.',
    Alerts: 'Alerts and the decisions on them.',
    Cases: 'Investigations.',
    Audit: 'Who did what, when and why.',
    Events: 'The events that a tenant sent, and the outcome of each.',
    'Monitoring rules': 'Rules of a tenant.',
    Watchlists: 'Lists that all tenants share.',
    Providers: 'Providers of compliance checks, and what they reported by webhook.',
    Webhooks: 'Endpoints of a tenant, and deliveries to them.',
    Notices: 'Messages to staff about Probity itself. They are not alerts, and no institution receives them.',
    Ledgers: 'Ledgers of a tenant, and their verification.',
    Operations: 'The state of the services and of their queues.',
    Projections: 'The read side, which is projected from the events.',
  },
  proposal: Proposal,
  parameters: {
    slug: { schema: { type: 'string', pattern: SLUG.source, description: 'the tenant’s slug', example: 'bank' } },
    plugin: { schema: { type: 'string', description: 'the name of the plugin', example: 'sumsub' } },
    tokenId: { schema: { type: 'string', description: 'the id of a token', example: '0123456789abcdef' } },
    keyId: { schema: { type: 'string', description: 'the id of an API key', example: '0123456789abcdef' } },
  },
  names: {
    slug: 'tenant',
    keyId: 'API key',
    customerId: 'customer',
    alertId: 'alert',
    caseId: 'case',
    fileId: 'file',
    eventId: 'event',
    ruleId: 'monitoring rule',
    backtestId: 'backtest',
    endpointId: 'webhook',
    deliveryId: 'delivery',
    ledgerId: 'ledger',
    accountId: 'account',
    postingId: 'posting',
    importId: 'import',
    plugin: 'provider',
    providerId: 'identity provider',
    signalId: 'provider signal',
    noticeId: 'notice',
    staffId: 'account',
    proposalId: 'proposal',
    sessionId: 'session',
    passkeyId: 'passkey',
    tokenId: 'token',
  },
  errors: [
    {
      status: 401,
      description: 'the caller is unknown: it has no session, and no token that is valid',
      examples: {
        bad_credentials:
          'the session has ended, or never existed; sign in, or send the token of a service account: Authorization: Bearer <token>',
      },
    },
    {
      status: 403,
      description: 'the caller may not do this',
      examples: {
        permission_denied:
          'only tenant_admin may create and revoke API keys of the tenant, and replace the keys that sign its ledgers and checkpoints (manage_keys); your roles here: analyst',
        sign_in_again: 'this needs a sign-in within the last 15 minutes; sign in again',
        csrf_token_missing:
          'a change with a session cookie needs the header X-CSRF-Token with the token from the sign-in, from the same site',
      },
    },
    {
      status: 429,
      description: 'too many different wrong tokens came from the address; the token was not compared',
      examples: {
        rate_limited: 'too many wrong tokens came from this address. The request was not processed; retry in 10 s.',
      },
      headers: RETRY_AFTER,
    },
  ],
};
