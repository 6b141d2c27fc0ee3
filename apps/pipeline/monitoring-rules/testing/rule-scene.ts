import { randomUUID } from 'node:crypto';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database';
import { Rules } from '../rules';
import { RulesHandler } from '../rules.handler';

// A spec that imports this file gets a new tenant and the handlers of rules for each test.

export let test: TestDatabase;
export let database: Database;
export let queries: RuleQueries;
export let rules: Rules;
export let handler: RulesHandler;
export let tenant: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());
beforeEach(() => {
  queries = new RuleQueries(database);
  rules = newRules(database);
  handler = new RulesHandler(rules);
  tenant = randomUUID();
});

export const newRules = (on: Database): Rules =>
  new Rules(on, new AggregateStore(new PostgresEventStore(on), on), new RuleQueries(on), { now: () => new Date() });
export const page = { limit: 100, offset: 0 };
export const definition = (amount = '100'): Record<string, unknown> => ({
  name: 'Large',
  description: 'A large transaction.',
  reason: 'It is large.',
  event_type: 'transaction',
  severity: 'low',
  alert_type: 'large',
  title: 'A large transaction',
  condition: { gte: [{ field: 'transaction.amount' }, Number(amount)] },
});
export const save = (
  mode: 'active' | 'shadow' | 'disabled' = 'active',
  given = definition(),
  rule_id: string = randomUUID(),
) => handler.create({ tenant_id: tenant, rule_id, mode, definition: given, actor: 'institution' });
export const change = (rule_id: string, changes: object, tenant_id = tenant) =>
  handler.update({ tenant_id, rule_id, actor: 'staff:Ada', ...changes });
