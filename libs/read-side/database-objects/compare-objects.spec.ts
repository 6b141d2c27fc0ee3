import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { compareObjects } from './compare-objects';
import { objectsFile, readObjects } from './read-objects';

let test: TestDatabase;
let service: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  service = await test.as(ROLES.backOffice);
});
afterEach(() => test.drop());

const EVIL = `CREATE SCHEMA evil; CREATE FUNCTION evil.row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE FUNCTION evil.holds(uuid) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT true';
  CREATE FUNCTION evil.command() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';`;

it('the file has what the migrations make; after a change of them, run "npm run database:objects"', async () => {
  const file = readFileSync(join(__dirname, 'data', 'objects.txt'), 'utf8');
  expect(file).toBe(objectsFile(await readObjects(test.owner)));
});

it('finds nothing in a database that is as it was migrated', async () => {
  await test.owner.execute(`${EVIL} CREATE INDEX faster ON ledger.accounts (tenant_id, name);
    ALTER TABLE pipeline.inbox SET (autovacuum_vacuum_scale_factor = 0.01)`);
  expect(await compareObjects(service)).toEqual([]);
});

it.each([
  [
    'a trigger',
    'CREATE TRIGGER a BEFORE INSERT ON ledger.explained_audit FOR EACH ROW EXECUTE FUNCTION evil.row()',
    ['added trigger ledger.explained_audit.a'],
  ],
  [
    'a trigger that is switched off',
    'ALTER TABLE event_store.events DISABLE TRIGGER events_are_append_only',
    ['changed trigger event_store.events.events_are_append_only'],
  ],
  [
    'a trigger with another function',
    `CREATE OR REPLACE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_store.events
       EXECUTE FUNCTION evil.row()`,
    ['changed trigger event_store.events.events_are_append_only'],
  ],
  [
    'a foreign key that is switched off',
    'ALTER TABLE back_office.api_keys DISABLE TRIGGER ALL',
    [
      expect.stringMatching(/^added trigger back_office.api_keys."RI_ConstraintTrigger/),
      expect.stringMatching(/^added trigger back_office.api_keys."RI_ConstraintTrigger/),
    ],
  ],
  [
    'a rule',
    'CREATE RULE a AS ON DELETE TO notary.stopped_streams DO INSTEAD NOTHING',
    ['added rule notary.stopped_streams.a'],
  ],
  [
    'a policy',
    'CREATE POLICY a ON event_store.events FOR SELECT TO probity_gateway USING (true)',
    ['added policy event_store.events.a'],
  ],
  [
    'a policy with another condition',
    "ALTER POLICY probity_ledger_streams ON event_store.events USING (stream LIKE '%')",
    ['changed policy event_store.events.probity_ledger_streams'],
  ],
  [
    'a policy that is gone',
    'DROP POLICY probity_ledger_streams ON event_store.events',
    ['missing policy event_store.events.probity_ledger_streams'],
  ],
  [
    'row security that is switched off',
    'ALTER TABLE event_store.events DISABLE ROW LEVEL SECURITY',
    ['changed table event_store.events'],
  ],
  [
    'row security that hides rows',
    'ALTER TABLE ledger.audit_events ENABLE ROW LEVEL SECURITY',
    ['changed table ledger.audit_events'],
  ],
  [
    'a function with another body',
    "CREATE OR REPLACE FUNCTION event_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    ['changed function event_store.refuse_change()'],
  ],
  [
    'a function that has other rights',
    'ALTER FUNCTION platform.note_changes() SECURITY INVOKER',
    ['changed function platform.note_changes()'],
  ],
  [
    'a function that is preferred to another',
    "CREATE FUNCTION platform.report_contradiction(stream text, detail varchar) RETURNS void LANGUAGE sql AS ''",
    ['added function platform.report_contradiction(stream text, detail character varying)'],
  ],
  [
    'a view in the place of a table',
    `ALTER TABLE notary.stopped_streams SET SCHEMA evil;
     CREATE VIEW notary.stopped_streams AS SELECT * FROM evil.stopped_streams WHERE false`,
    expect.arrayContaining(['missing table notary.stopped_streams', 'added view notary.stopped_streams']),
  ],
  [
    'a view with another query',
    `CREATE OR REPLACE VIEW pipeline.transactions AS
       SELECT tenant_id, customer_id, transaction_id, event_id, event_type, occurred_at, amount, currency, direction, method,
         counterparty, counterparty_country, channel, account_ref, payload, comparable
       FROM pipeline.processed_events WHERE amount < 10000`,
    ['changed rule pipeline.transactions."_RETURN"'],
  ],
  [
    'a default',
    'ALTER TABLE event_store.events ALTER COLUMN transaction_id SET DEFAULT 1',
    ['changed default event_store.events.transaction_id'],
  ],
  [
    'a column of another kind',
    'ALTER TABLE event_store.events ALTER COLUMN position SET GENERATED BY DEFAULT',
    ['changed table event_store.events'],
  ],
  [
    'a check that runs a function',
    'ALTER TABLE ledger.explained_audit ADD CONSTRAINT a CHECK (evil.holds(id))',
    ['added constraint ledger.explained_audit.a'],
  ],
  [
    'a foreign key of another table that deletes with it',
    'CREATE TABLE evil.t (id uuid REFERENCES ledger.ledgers ON DELETE CASCADE)',
    ['added constraint evil.t.t_id_fkey'],
  ],
  ['an index that runs a function', 'CREATE INDEX a ON ledger.accounts (evil.holds(id))', ['added index ledger.a']],
  [
    'a table that adds its rows to another',
    'CREATE TABLE evil.t () INHERITS (ledger.audit_events)',
    ['changed table ledger.audit_events'],
  ],
  [
    'an event trigger',
    'CREATE EVENT TRIGGER a ON ddl_command_end EXECUTE FUNCTION evil.command()',
    ['added event trigger a'],
  ],
])('finds %s', async (_what, sql, expected) => {
  await test.owner.execute(`${EVIL} ${sql}`);
  const found = (await compareObjects(service))!.map(({ problem, object }) => `${problem} ${object}`);
  expect(found).toEqual(expected);
});

it('reads the catalog itself, although a schema that comes before it has tables with these names', async () => {
  const { rows } = await test.owner.query<{ name: string }>('SELECT current_database() AS name');
  await test.owner.execute(`
    CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC; CREATE TABLE evil.pg_trigger AS TABLE pg_trigger;
    GRANT SELECT ON evil.pg_trigger TO PUBLIC; DROP TRIGGER events_are_append_only ON event_store.events;
    ALTER DATABASE ${rows[0]!.name} SET search_path = evil, public, pg_catalog`);
  const found = await compareObjects(await test.as(ROLES.backOffice));
  expect(found).toEqual([{ problem: 'missing', object: 'trigger event_store.events.events_are_append_only' }]);
});

it('compares nothing with a version that knows other migrations', async () => {
  await test.owner.execute(`
    INSERT INTO probity_migrations (timestamp, name) VALUES (9000000000000, 'OfANewerVersion9000000000000');
    ALTER TABLE event_store.events ALTER COLUMN transaction_id SET DEFAULT 1`);
  expect(await compareObjects(service)).toBeUndefined();
  await test.owner.execute("DELETE FROM probity_migrations WHERE name LIKE 'OfANewer%' OR name LIKE 'CreateRoles%'");
  expect(await compareObjects(service)).toBeUndefined();
});
