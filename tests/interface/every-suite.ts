import { access } from './access.suite';
import { accounts } from './accounts.suite';
import { alerts } from './alerts.suite';
import { apiDocumentation } from './api-document.suite';
import { backOffice } from './back-office.suite';
import { backOfficeDocument } from './back-office-document.suite';
import { backtests } from './backtests.suite';
import { bodies } from './bodies.suite';
import { bundles } from './bundles.suite';
import { checkpoints } from './checkpoints.suite';
import { complianceLists } from './compliance-lists.suite';
import { customers } from './customers.suite';
import { eventsOfCustomers } from './events-of-customers.suite';
import { everyRoute } from './every-route.suite';
import { hashChain } from './hash-chain.suite';
import { hostileRequests, type HowMany } from './hostile-requests.suite';
import { idempotency } from './idempotency.suite';
import { idempotencyKeys } from './idempotency-keys.suite';
import { ingestion } from './ingestion.suite';
import { institutionProposals } from './institution-proposals.suite';
import { ledgers } from './ledgers.suite';
import { largeBodies } from './large-bodies.suite';
import { limits } from './limits.suite';
import { lists } from './lists.suite';
import { monitoringRules } from './monitoring-rules.suite';
import { namedKeys } from './named-keys.suite';
import { operation } from './operation.suite';
import { operatorToken } from './operator-token.suite';
import { postings } from './postings.suite';
import type { Product } from './product';
import { providerWebhooks } from './provider-webhooks.suite';
import { refusedCustomers } from './refused-customers.suite';
import { refusedEvents } from './refused-events.suite';
import { rejections } from './rejections.suite';
import { requestIds } from './request-ids.suite';
import { risk } from './risk-view.suite';
import { servedDocuments } from './served-documents.suite';
import { stageModes } from './stage-modes.suite';
import { tiles } from './tiles.suite';
import { typedSubjects } from './typed-subjects.suite';
import { unconvertedAmounts } from './unconverted-amounts.suite';
import { watchlistEntries } from './watchlist-entries.suite';
import { webhookDeliveries } from './webhook-deliveries.suite';
import { webhookEndpoints } from './webhook-endpoints.suite';
import { webhookRetries } from './webhook-retries.suite';

// The suites of the interface, in groups. Each suite creates its own tenants, because the suites of a profile share one
// product.

/** The ledger part of the interface, with valid requests. */
function ledgerSuites(product: () => Product): void {
  describe('currencies and ledgers', () => ledgers(product));
  describe('accounts', () => accounts(product));
  describe('postings', () => postings(product));
  describe('idempotency', () => idempotency(product));
  describe('hash chain', () => hashChain(product));
  describe('checkpoints', () => checkpoints(product));
  describe('bundles', () => bundles(product));
  describe('tiles', () => tiles(product));
  describe('lists', () => lists(product));
}

/** Customers, their events, and what follows from them. */
function decisionSuites(product: () => Product): void {
  describe('customers', () => {
    customers(product);
    refusedCustomers(product);
  });
  describe('events', () => {
    ingestion(product);
    refusedEvents(product);
    eventsOfCustomers(product);
  });
  describe('risk', () => risk(product));
  describe('monitoring rules', () => monitoringRules(product));
  describe('alerts and cases', () => alerts(product));
}

/** Decisions in special cases. */
function furtherDecisionSuites(product: () => Product): void {
  describe('typed subjects', () => typedSubjects(product));
  describe('the audit trail of an institution', () => namedKeys(product));
  describe('rules that staff approve', () => institutionProposals(product));
  describe('amounts without a rate', () => unconvertedAmounts(product));
}

/** What tenants configure, and what Probity sends to them. */
function connectionSuites(product: () => Product): void {
  describe('watchlist entries', () => watchlistEntries(product));
  describe('webhooks', () => {
    webhookEndpoints(product);
    webhookDeliveries(product);
    webhookRetries(product);
  });
  describe('providers', () => {
    providerWebhooks(product);
    stageModes(product);
  });
  describe('compliance lists', () => complianceLists(product));
}

/** The functions for operators and integrators. */
function operationSuites(product: () => Product): void {
  describe('back office', () => {
    backOffice(product);
    operatorToken(product);
  });
  describe('limits', () => limits(product));
  describe('large bodies', () => largeBodies(product));
  describe('the header Idempotency-Key', () => idempotencyKeys(product));
  describe('request ids', () => requestIds(product));
  describe('API documents', () => {
    apiDocumentation(product);
    servedDocuments(product);
  });
  describe('the document of the back office', () => backOfficeDocument(product));
  describe('operation', () => operation(product));
}

/** Requests that the interface rejects. */
function rejectedRequests(product: () => Product): void {
  describe('access', () => access(product));
  describe('rejections', () => rejections(product));
  describe('bodies', () => bodies(product));
  everyRoute(product);
}

export function refusalSuites(product: () => Product, hostile: HowMany): void {
  rejectedRequests(product);
  describe('hostile requests', () => hostileRequests(product, hostile));
}

/** Books, customers, events and decisions: what every service takes part in. */
export function coreSuites(product: () => Product): void {
  ledgerSuites(product);
  decisionSuites(product);
}

export function otherSuites(product: () => Product): void {
  describe('backtests', () => backtests(product));
  furtherDecisionSuites(product);
  connectionSuites(product);
  operationSuites(product);
}

export function everySuite(product: () => Product): void {
  coreSuites(product);
  otherSuites(product);
  refusalSuites(product, 'few');
}

/**
 * For the profiles between `embedded` and `distributed`, which combine what those two test in full. The long run has the
 * core suites there; `npm run interface` has all.
 */
export const suitesBetween = process.env.PROBITY_TEST_EVERY_SUITE === 'true' ? everySuite : coreSuites;
