import { alerts } from './alerts.suite';
import { complianceLists } from './compliance-lists.suite';
import { customers } from './customers.suite';
import { eventsOfCustomers } from './events-of-customers.suite';
import { ingestion } from './ingestion.suite';
import { monitoringRules } from './monitoring-rules.suite';
import { onEachProfile } from './product';
import { refusedCustomers } from './refused-customers.suite';
import { refusedEvents } from './refused-events.suite';
import { risk } from './risk-view.suite';
import { watchlistEntries } from './watchlist-entries.suite';
import { webhookDeliveries } from './webhook-deliveries.suite';
import { webhookEndpoints } from './webhook-endpoints.suite';
import { webhookRetries } from './webhook-retries.suite';

// What the compliance part of the interface does.
onEachProfile((product) => {
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
  describe('watchlist entries', () => watchlistEntries(product));
  describe('alerts and cases', () => alerts(product));
  describe('webhooks', () => {
    webhookEndpoints(product);
    webhookDeliveries(product);
    webhookRetries(product);
  });
  describe('lists', () => complianceLists(product));
});
