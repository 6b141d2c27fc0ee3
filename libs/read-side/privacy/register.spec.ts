import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { EXPORTED_TABLES, NOT_EXPORTED } from './export-queries';
import { PERSONAL_COLUMNS } from './personal-columns';
import { registerOfPersonalData } from './register';
import { registerPage } from './register-page';

/** Columns that name no person, by their names. */
const NOT_PERSONAL = new Set([
  ...['approved_by', 'drafted_by', 'indicators', 'proposed_by'],
  ...[
    'action',
    'actor',
    'actor_name',
    'address',
    'actor_type',
    'alert_type',
    'alerted',
    'cause',
    'channel',
    'currency',
    'direction',
  ],
  ...[
    'customer_type',
    'effect',
    'email_key_version',
    'event_source',
    'event_type',
    'event_types',
    'fingerprint',
    'key_hash',
  ],
  ...['added_by', 'added_by_id', 'ended_by_id'],
  ...['attached_by', 'removed_by', 'media_type', 'scan', 'sha256'],
  ...['assignee', 'decided_by', 'decided_by_id'],
  ...['kyc_baseline', 'kyc_decided_by', 'kyc_status', 'list', 'entry_id', 'method', 'officer', 'opened_by', 'outcome'],
  ...[
    'payload_sha256',
    'plugin',
    'plugin_version',
    'rating_from',
    'rating_to',
    'resolution',
    'risk_rating',
    'severity',
  ],
  ...[
    'source',
    'status',
    'status_reason',
    'subject_id',
    'subject_type',
    'trigger_type',
    'sha256',
    'key',
    'error',
    'url',
  ],
  ...['baseline', 'figure', 'label'],
  // of `webhooks.secrets_sealed`, whose only row says that work was done
  ...['sealed'],
  ...[
    'attempts',
    'label',
    'sealed_secret',
    'definition',
    'ended_by',
    'started_by',
    'result',
    'reason',
    'kind',
    'message',
  ],
]);
/** Tables about lists, rules, providers, endpoints and places in the events, not about customers. */
const OTHER_TABLES =
  /^(pipeline\.(watchlist\w*|rescreen_jobs|rescreenings|monitoring_\w+|providers|audit_events)|webhooks\.(audit_events|idempotency_records|endpoints)|\w+\.projected_up_to)$/;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('the register of personal data', () => {
  it('knows every column in which tables of customers can hold text', async () => {
    const { rows } = await test.owner.query<{ table: string; column: string }>(`
      SELECT c.table_schema || '.' || c.table_name AS table, c.column_name AS column FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE t.table_type = 'BASE TABLE' AND c.table_schema IN ('customer_risk', 'pipeline', 'webhooks')
        AND c.data_type IN ('text', 'json', 'jsonb', 'bytea', 'ARRAY') AND c.udt_name <> '_uuid'`);
    const registered = new Set(
      PERSONAL_COLUMNS.flatMap(({ table, columns }) => Object.keys(columns).map((column) => `${table}.${column}`)),
    );
    const unknown = rows.filter(
      ({ table, column }) =>
        !OTHER_TABLES.test(table) && !registered.has(`${table}.${column}`) && !NOT_PERSONAL.has(column),
    );
    expect(unknown).toEqual([]);
    const columns = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    expect([...registered].filter((one) => !columns.has(one) && !/^(event_store|platform)\./.test(one))).toEqual([]);
  });

  it('has every table in clear that erasure overwrites, and no other', async () => {
    const { rows } = await test.owner.query<{ source: string }>(
      "SELECT prosrc AS source FROM pg_proc WHERE oid = 'privacy.erase_customer'::regproc",
    );
    const changed = [...rows[0]!.source.matchAll(/(?:UPDATE|DELETE FROM) ([a-z_]+\.[a-z_]+)/g)].map(
      ([, table]) => table!,
    );
    const inClear = PERSONAL_COLUMNS.filter(({ sealed }) => !sealed).map(({ table }) => table);
    const others = ['webhooks.deliveries', 'pipeline.provider_payloads', 'privacy.data_keys'];
    expect([...new Set(changed)].toSorted()).toEqual([...inClear, ...others].toSorted());
    for (const { table, columns, sealed } of PERSONAL_COLUMNS) {
      const statements = rows[0]!.source
        .split(';')
        .filter((text) => text.includes(`UPDATE ${table} `))
        .join();
      const missing = Object.keys(columns).filter(
        (column) => statements !== '' && !new RegExp(`\\b${column} = `).test(statements),
      );
      // A generated column follows from the others.
      if (!sealed)
        expect({ table, missing: missing.filter((column) => column !== 'counterparty_country') }).toEqual({
          table,
          missing: [],
        });
    }
  });

  it('names the fields of facts, with purpose and retention', () => {
    expect(registerOfPersonalData()).toContainEqual({
      where: 'customer-risk.CustomerCreated',
      field: 'profile.full_name',
      kind: 'identity',
      purpose: expect.any(String),
      protection: expect.stringContaining('sealed'),
      retention: expect.stringContaining('customer_years'),
    });
  });

  it('has no table that an export neither has nor leaves out on purpose', () => {
    const tables = PERSONAL_COLUMNS.map(({ table }) => table);
    expect([...EXPORTED_TABLES, ...NOT_EXPORTED].toSorted()).toEqual(tables.toSorted());
  });

  it('is documented', () => {
    const path = join(__dirname, '..', '..', '..', 'docs', 'reference', 'personal-data.md');
    // Prettier aligns the columns of the table.
    const plain = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');
    expect(plain(readFileSync(path, 'utf8'))).toBe(plain(registerPage()));
  });
});
