import { type Detection, expectClean, expectDetected, NOT_FOUND } from './detection';
import { type SampleLedger, TARGET } from './sample-ledger';
import { Scene } from './scene';
import { differencesFromKept } from './stored-state';

const LAST = 6;

/** Returns SQL that changes the read side of the ledger. */
type Damage = (ledger: SampleLedger) => string;

/** SQL expressions for another value, by the type of the column. */
const OTHER: Record<string, (column: string) => string> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column}, '') || '!'`,
  json: (column) => `CASE WHEN ${column} IS NULL THEN '{}' ELSE '{"region":"south"}' END::json`,
  boolean: (column) => `NOT ${column}`,
  integer: (column) => `${column} + 1000`,
  bigint: (column) => `${column} + 1000`,
  numeric: (column) => `${column} + 1`,
  bytea: (column) => `set_byte(${column}, 31, get_byte(${column}, 31) # 1)`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 millisecond'`,
};

const transaction = (ledger: SampleLedger, position = TARGET): string => ledger.postings[position - 1]!.transaction.id;

/** By table: the row that is changed, and how a change of each column is detected. */
const TABLES: Record<string, { row: Damage; columns: Record<string, Detection | typeof NOT_FOUND> }> = {
  'ledger.transactions': {
    row: (ledger) => `id = '${transaction(ledger)}'`,
    columns: {
      id: transactionShows(NOT_FOUND),
      tenant_id: transactionShows(NOT_FOUND),
      ledger_id: transactionShows(NOT_FOUND),
      position: transactionShows('transaction.hash_chain_position'),
      reference: transactionShows('transaction.reference'),
      amount_minor: transactionShows('transaction.amount_minor'),
      idempotency_key: transactionShows('transaction.idempotency_key'),
      content_hash: transactionShows('transaction.content_hash'),
      previous_hash: transactionShows('transaction.previous_hash'),
      transaction_hash: transactionShows('transaction.transaction_hash'),
      posted_at: transactionShows('transaction.posted_at'),
      revision: transactionShows('event'),
    },
  },
  'ledger.entries': {
    row: (ledger) => `transaction_id = '${transaction(ledger)}' AND line = 1`,
    columns: {
      transaction_id: transactionShows('entries.length'),
      line: transactionShows('entries[1]'),
      account_id: transactionShows('entries[1]'),
      debit: transactionShows('entries[1]'),
      credit: transactionShows('entries[1]'),
    },
  },
  'ledger.accounts': {
    row: (ledger) => `id = '${ledger.accounts.cash}'`,
    columns: {
      id: { check: 'read_side' },
      tenant_id: { check: 'read_side' },
      ledger_id: { check: 'read_side' },
      code: { check: 'read_side' },
      name: { check: 'read_side' },
      account_type: { check: 'read_side' },
      external_ref: { check: 'read_side' },
      metadata: { check: 'read_side' },
      is_active: { check: 'read_side' },
      created_at: { check: 'read_side' },
      opened_revision: { check: 'read_side' },
      revision: { check: 'read_side' },
      debit_total: { check: 'balances' },
      credit_total: { check: 'balances' },
      entry_count: { check: 'balances' },
      last_activity_at: { check: 'balances' },
    },
  },
  'ledger.ledgers': {
    row: (ledger) => `id = '${ledger.id}'`,
    columns: {
      id: NOT_FOUND,
      tenant_id: NOT_FOUND,
      name: { check: 'read_side' },
      currency: { check: 'read_side', postings: { [TARGET]: 'transaction.currency' } },
      description: { check: 'read_side' },
      metadata: { check: 'read_side' },
      signing_key_id: { check: 'read_side' },
      created_at: { check: 'read_side' },
      revision: { check: 'missing_event', position: LAST + 1 },
      chained_revision: { check: 'read_side' },
      head_position: { check: 'read_side' },
      head_hash: { check: 'read_side' },
      last_posted_at: { check: 'read_side', position: LAST },
    },
  },
};

/** Damage to whole rows. */
const ROWS: [string, Damage, Detection | typeof NOT_FOUND][] = [
  [
    'a transaction deleted',
    (ledger) => `DELETE FROM ledger.transactions WHERE id = '${transaction(ledger)}'`,
    transactionShows(NOT_FOUND),
  ],
  [
    'the last transaction deleted',
    (ledger) => `DELETE FROM ledger.transactions WHERE id = '${transaction(ledger, LAST)}'`,
    { check: 'read_side', position: LAST, postings: { [LAST]: NOT_FOUND } },
  ],
  [
    'an entry deleted',
    (ledger) => `DELETE FROM ledger.entries WHERE transaction_id = '${transaction(ledger)}' AND line = 2`,
    transactionShows('entries.length'),
  ],
  [
    'every entry of a posting deleted',
    (ledger) => `DELETE FROM ledger.entries WHERE transaction_id = '${transaction(ledger)}'`,
    transactionShows('entries.length'),
  ],
  [
    'an entry added to a posting',
    (ledger) => `INSERT INTO ledger.entries VALUES ('${transaction(ledger)}', 3, '${ledger.accounts.closed}', 0, 0)`,
    transactionShows('entries.length'),
  ],
  [
    'an entry moved to another posting',
    (ledger) =>
      `UPDATE ledger.entries SET transaction_id = '${transaction(ledger, 5)}'
       WHERE transaction_id = '${transaction(ledger)}' AND line = 2`,
    { check: 'read_side', position: TARGET, postings: { [TARGET]: 'entries.length', 5: 'entries.length' } },
  ],
  [
    'the lines of a posting exchanged',
    (ledger) =>
      `UPDATE ledger.entries a SET account_id = b.account_id, debit = b.debit, credit = b.credit FROM ledger.entries b
       WHERE a.transaction_id = '${transaction(ledger)}' AND b.transaction_id = a.transaction_id AND b.line = 2 - a.line`,
    transactionShows('entries[0]'),
  ],
  [
    'a transaction added after the last',
    (ledger) =>
      `INSERT INTO ledger.transactions SELECT gen_random_uuid(), tenant_id, ledger_id, position + 1, reference, amount_minor,
         'added', previous_hash, transaction_hash, posted_at, revision + 1, content_hash
       FROM ledger.transactions WHERE id = '${transaction(ledger, LAST)}'`,
    { check: 'read_side' },
  ],
  [
    'an account deleted',
    (ledger) => `DELETE FROM ledger.accounts WHERE id = '${ledger.accounts.closed}'`,
    { check: 'read_side' },
  ],
  [
    'an account added',
    (ledger) =>
      `INSERT INTO ledger.accounts SELECT gen_random_uuid(), tenant_id, ledger_id, 'added', name, account_type, external_ref,
         metadata, true, created_at, 99, 99, 0, 0, 0 FROM ledger.accounts WHERE id = '${ledger.accounts.cash}'`,
    { check: 'read_side' },
  ],
  [
    'an amount changed in the entry, its transaction and the balance of its account',
    (ledger) =>
      `WITH entry AS (UPDATE ledger.entries SET debit = debit + 100 WHERE transaction_id = '${transaction(ledger)}' AND line = 0),
         transaction AS (UPDATE ledger.transactions SET amount_minor = amount_minor + 100 WHERE id = '${transaction(ledger)}')
       UPDATE ledger.accounts SET debit_total = debit_total + 100 WHERE id = '${ledger.accounts.cash}'`,
    transactionShows('entries[0]'),
  ],
  [
    'a posting moved to another account, balances with it',
    (ledger) =>
      `WITH entry AS (UPDATE ledger.entries SET account_id = '${ledger.accounts.closed}'
         WHERE transaction_id = '${transaction(ledger, 1)}' AND line = 1)
       UPDATE ledger.accounts SET credit_total = credit_total + CASE id WHEN '${ledger.accounts.closed}' THEN 1000 ELSE -1000 END,
         entry_count = entry_count + CASE id WHEN '${ledger.accounts.closed}' THEN 1 ELSE -1 END
       WHERE id IN ('${ledger.accounts.closed}', '${ledger.accounts.deposits}')`,
    { check: 'read_side', position: 1, postings: { 1: 'entries[1]' } },
  ],
  [
    'two accounts with each other’s balances',
    (ledger) =>
      `UPDATE ledger.accounts a SET debit_total = b.debit_total, credit_total = b.credit_total FROM ledger.accounts b
       WHERE (a.id, b.id) IN (('${ledger.accounts.deposits}', '${ledger.accounts.fees}'), ('${ledger.accounts.fees}', '${ledger.accounts.deposits}'))`,
    { check: 'balances' },
  ],
  [
    'the last posting taken back everywhere',
    (ledger) =>
      `WITH gone AS (DELETE FROM ledger.transactions WHERE id = '${transaction(ledger, LAST)}' RETURNING amount_minor),
         entries AS (DELETE FROM ledger.entries WHERE transaction_id = '${transaction(ledger, LAST)}'),
         last AS (SELECT * FROM ledger.transactions WHERE id = '${transaction(ledger, LAST - 1)}'),
         head AS (UPDATE ledger.ledgers l SET revision = last.revision + 1, head_position = last.position,
           chained_revision = last.revision + 1, head_hash = last.transaction_hash, last_posted_at = last.posted_at
           FROM last WHERE l.id = last.ledger_id)
       UPDATE ledger.accounts a SET entry_count = entry_count - 1, last_activity_at = before.at,
         debit_total = debit_total - CASE a.id WHEN '${ledger.accounts.cash}' THEN gone.amount_minor ELSE 0 END,
         credit_total = credit_total - CASE a.id WHEN '${ledger.accounts.fees}' THEN gone.amount_minor ELSE 0 END
       FROM gone, (SELECT account_id, max(posted_at) AS at FROM ledger.entries e JOIN ledger.transactions t
         ON t.id = e.transaction_id AND t.id <> '${transaction(ledger, LAST)}' GROUP BY account_id) before
       WHERE a.id IN ('${ledger.accounts.cash}', '${ledger.accounts.fees}') AND before.account_id = a.id`,
    { check: 'read_side', postings: { [LAST]: NOT_FOUND } },
  ],
  ['the ledger deleted', (ledger) => `DELETE FROM ledger.ledgers WHERE id = '${ledger.id}'`, NOT_FOUND],
  [
    'everything about the ledger deleted',
    (ledger) =>
      `WITH t AS (DELETE FROM ledger.transactions WHERE ledger_id = '${ledger.id}' RETURNING id),
         e AS (DELETE FROM ledger.entries WHERE transaction_id IN (SELECT id FROM t)),
         a AS (DELETE FROM ledger.accounts WHERE ledger_id = '${ledger.id}')
       DELETE FROM ledger.ledgers WHERE id = '${ledger.id}'`,
    NOT_FOUND,
  ],
];

function transactionShows(says: string): Detection {
  return { check: 'read_side', position: TARGET, postings: { [TARGET]: says } };
}

describe('damage to the read side', () => {
  let scene: Scene;
  let answers: object;
  let types: Map<string, string>;

  beforeAll(async () => {
    scene = await Scene.set();
    answers = await scene.everyAnswer();
    const { rows } = await scene.product.database.owner.query<{ place: string; type: string }>(`
      SELECT table_schema || '.' || table_name || '.' || column_name AS place, data_type AS type
      FROM information_schema.columns WHERE table_schema = 'ledger'`);
    types = new Map(rows.map(({ place, type }) => [place, type]));
  });
  beforeEach(() => scene.restore());
  afterAll(() => scene.stop());

  /** Causes the damage, expects both verifications to report it, and expects a rebuild to repair it. */
  async function expectDetectedAndRepaired(damage: string, detection: Detection | typeof NOT_FOUND): Promise<void> {
    const result = (await scene.tamper(({ sql }) => sql.query(damage))) as { rowCount: number };
    expect(result.rowCount).toBeGreaterThan(0);

    if (detection === NOT_FOUND) await expect(scene.walk()).rejects.toThrow(`ledger ${scene.ledger.id} was not found`);
    else await expectDetected(scene, detection);

    await scene.rebuild();
    expect(await differencesFromKept(scene.product.database.owner)).toEqual([]);
    await expectClean(scene);
    expect(await scene.everyAnswer()).toEqual(answers);
  }

  it('begins with a ledger that verifies', () => expectClean(scene));

  it('is not caused by a rebuild of an undamaged read side', async () => {
    await scene.rebuild();
    expect(await differencesFromKept(scene.product.database.owner)).toEqual([]);
  });

  describe.each(Object.entries(TABLES))('%s', (table, { row, columns }) => {
    it('has only columns that the following tests change', () => {
      const stored = [...types.keys()].filter((place) => place.startsWith(`${table}.`));
      expect(stored.sort()).toEqual(
        Object.keys(columns)
          .map((column) => `${table}.${column}`)
          .sort(),
      );
    });

    it.each(Object.entries(columns))('%s: a change is detected and repaired', async (column, detection) => {
      const other = OTHER[types.get(`${table}.${column}`)!]!(column);
      await expectDetectedAndRepaired(`UPDATE ${table} SET ${column} = ${other} WHERE ${row(scene.ledger)}`, detection);
    });
  });

  describe('rows', () => {
    it.each(ROWS)('%s: is detected and repaired', async (_name, damage, detection) => {
      await expectDetectedAndRepaired(damage(scene.ledger), detection);
    });
  });

  it('an entry without a posting affects no response, and a rebuild removes it', async () => {
    await scene.tamper(({ sql, ledger }) =>
      sql.query('INSERT INTO ledger.entries VALUES (gen_random_uuid(), 0, $1, 5, 0)', [ledger.accounts.cash]),
    );
    expect(await scene.everyAnswer()).toEqual(answers);
    await scene.rebuild();
    expect(await differencesFromKept(scene.product.database.owner)).toEqual([]);
  });
});
