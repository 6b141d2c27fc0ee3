import { randomUUID } from 'node:crypto';
import { ledgerStream } from '@probity/contracts/ledger/events';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Scene } from './scene';

const PERMISSION_DENIED = '42501';

describe('the database privileges', () => {
  let scene: Scene;
  let owner: Database;
  let stream: string;
  let tables: string[];

  beforeAll(async () => {
    scene = await Scene.set();
    owner = scene.product.database.owner;
    stream = ledgerStream(scene.ledger.id);
    const { rows } = await owner.query<{ name: string }>(`
      SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'kept') ORDER BY name`);
    tables = rows.map(({ name }) => name);
  });
  afterAll(() => scene.stop());

  async function columnOf(table: string): Promise<string> {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema || '.' || table_name = $1 ORDER BY ordinal_position LIMIT 1`,
      [table],
    );
    return rows[0]!.name;
  }

  it.each(Object.values(ROLES))('%s cannot change, delete or truncate events', async (name) => {
    const role = await scene.product.database.as(name);
    for (const statement of [
      "UPDATE event_store.events SET data = '{}'",
      'DELETE FROM event_store.events',
      'TRUNCATE event_store.events',
      'ALTER TABLE event_store.events DISABLE TRIGGER ALL',
      'DROP TABLE event_store.events',
    ]) {
      await expect(role.query(statement)).rejects.toMatchObject({ code: PERMISSION_DENIED });
    }
  });

  it.each([
    'UPDATE event_store.events SET data = data',
    'DELETE FROM event_store.events',
    'TRUNCATE event_store.events',
  ])('a trigger stops even the owner: %s', async (statement) => {
    await expect(owner.query(statement)).rejects.toThrow('events are append-only');
  });

  describe('the ledger service', () => {
    let ledger: Database;
    const append = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, 1000, $2, 'Test', '{}')`;

    beforeAll(async () => {
      ledger = await scene.product.database.as(ROLES.ledger);
    });

    it('appends only to streams of ledgers and their signing keys', async () => {
      const undo = new Error('undo');
      const appended = ledger.transaction(async (sql) => {
        for (const own of [stream, `signing-key-${scene.ledger.id}`]) {
          expect((await sql.query(append, [own, randomUUID()])).rowCount).toBe(1);
        }
        throw undo;
      });
      await expect(appended).rejects.toBe(undo);
      await expect(ledger.query(append, [`tenant-${randomUUID()}`, randomUUID()])).rejects.toMatchObject({
        code: PERMISSION_DENIED,
      });
    });

    it('sees only streams of ledgers, their signing keys, signed logs, and its own keys', async () => {
      const others = `
        SELECT count(*)::int AS count FROM event_store.events
        WHERE stream NOT LIKE 'ledger-%' AND stream NOT LIKE 'signing-key-%' AND stream NOT LIKE 'notary-log-%'
          AND stream NOT IN ('event-key-ledger', 'taken-over-ledger')`;
      expect((await owner.query<{ count: number }>(others)).rows[0]!.count).toBeGreaterThan(0);
      expect((await ledger.query<{ count: number }>(others)).rows[0]!.count).toBe(0);
    });

    it('cannot change or delete a signing key, or a tenant', async () => {
      for (const statement of [
        "UPDATE ledger.signing_keys SET sealed = ''",
        'UPDATE ledger.signing_keys SET id = gen_random_uuid()',
        'DELETE FROM ledger.signing_keys',
        'SELECT * FROM back_office.api_keys',
        "UPDATE back_office.currencies SET name = ''",
      ]) {
        await expect(ledger.query(statement)).rejects.toMatchObject({ code: PERMISSION_DENIED });
      }
    });
  });

  describe('the gateway', () => {
    let gateway: Database;

    beforeAll(async () => {
      gateway = await scene.product.database.as(ROLES.gateway);
    });

    it('writes only its own tables: the use of limits, and the last use of API keys, which it cannot delete', async () => {
      expect(tables).toEqual(expect.arrayContaining(['event_store.events', 'ledger.entries', 'back_office.api_keys']));
      for (const table of tables.filter((one) => !one.startsWith('gateway.'))) {
        const column = await columnOf(table);
        for (const statement of [
          `INSERT INTO ${table} DEFAULT VALUES`,
          `UPDATE ${table} SET ${column} = DEFAULT`,
          `DELETE FROM ${table}`,
          `TRUNCATE ${table}`,
        ]) {
          await expect(gateway.query(statement)).rejects.toMatchObject({ code: PERMISSION_DENIED });
        }
      }
      expect(tables.filter((one) => one.startsWith('gateway.')).sort()).toEqual([
        'gateway.api_key_uses',
        'gateway.limit_use',
      ]);
      await expect(gateway.query('DELETE FROM gateway.api_key_uses')).rejects.toMatchObject({
        code: PERMISSION_DENIED,
      });
    });

    it('cannot create a table', async () => {
      for (const schema of ['public', 'ledger', 'event_store', 'back_office']) {
        await expect(gateway.query(`CREATE TABLE ${schema}.mine (id int)`)).rejects.toMatchObject({
          code: PERMISSION_DENIED,
        });
      }
    });

    it('can read the read side, but neither signing keys nor events', async () => {
      await expect(gateway.query('SELECT id FROM ledger.transactions')).resolves.toMatchObject({ rowCount: 7 });
      for (const table of ['ledger.signing_keys', 'ledger.account_codes', 'event_store.events']) {
        await expect(gateway.query(`SELECT * FROM ${table}`)).rejects.toMatchObject({ code: PERMISSION_DENIED });
      }
    });
  });

  describe('the back office', () => {
    it('can neither write to a table of the ledger nor read its keys', async () => {
      const backOffice = await scene.product.database.as(ROLES.backOffice);
      for (const table of tables.filter((name) => name.startsWith('ledger.'))) {
        await expect(backOffice.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: PERMISSION_DENIED });
      }
      await expect(backOffice.query('SELECT * FROM ledger.signing_keys')).rejects.toMatchObject({
        code: PERMISSION_DENIED,
      });
    });
  });
});
