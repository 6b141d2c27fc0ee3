import { Client } from 'pg';
import { say } from './report';

/** Copies that one statement inserts. */
const CHUNK = 250;

/** Columns of a copied row that differ from its template; every other column is copied. `n` is the number of the copy. */
type Changes = Record<string, string>;

const NAME = `(t.profile->>'full_name') || ' ' || translate(to_hex(4096 + (n * 7919) % 60000), '0123456789abcdef',
  'aeioubcdfgklmnrs')`;
const EARLIER = `interval '1 minute' * ((n * 37) % 100000)`;

const CUSTOMERS: Changes = {
  id: copyOf('t.id', 'n'),
  email_key: `n || '.' || t.email_key`,
  external_id: `'copy-' || n || '-' || t.external_id`,
  profile: `(t.profile::jsonb || jsonb_build_object('email', n || '.' || (t.profile->>'email'))
    || CASE WHEN t.profile->>'full_name' IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('full_name', ${NAME}) END)::json`,
  created_at: `t.created_at - ${EARLIER}`,
  updated_at: `t.updated_at - ${EARLIER}`,
};

/**
 * Most copies stand for what officers have decided already: no bank has a million open alerts.
 *
 * @param customers the number of copies of each customer
 */
const alertsOf =
  (customers: number) =>
  (copies: number): Changes => {
    const isOld = `t.status IN ('open', 'escalated') AND n > ${copies} / 20`;
    return {
      id: copyOf('t.id', 'n'),
      customer_id: copyOf('t.customer_id', `1 + n % ${customers}`),
      reopens: 'NULL',
      status: `CASE WHEN ${isOld} THEN 'dismissed' ELSE t.status END`,
      created_at: `t.created_at - ${EARLIER}`,
      updated_at: `t.updated_at - ${EARLIER}`,
      decided_by: `CASE WHEN ${isOld} THEN 'Robin Former' ELSE t.decided_by END`,
      decided_at: `CASE WHEN ${isOld} THEN t.created_at + interval '3 hours' ELSE t.decided_at END - ${EARLIER}`,
    };
  };

const TERMS = `
  INSERT INTO customer_risk.search_terms
  SELECT DISTINCT c.tenant_id, term, c.id FROM customer_risk.customers c, LATERAL (
    SELECT unnest(string_to_array(lower(coalesce(c.profile->>'full_name', c.profile->>'business_name')), ' '))
    UNION SELECT lower(c.profile->>'email') UNION SELECT lower(c.external_id)) AS t (term)
  WHERE c.email_key ~ '^[0-9]+[.]' AND term <> ''`;

export interface Filled {
  customers: number;
  alerts: number;
  active_alerts: number;
}

/**
 * Multiplies the customers and alerts of the demo until there are this many. It copies rows of the read side, because a
 * million alerts through the API would take a day.
 *
 * @param url the connection string of the owner of the database
 */
export async function multiplyDemo(url: string, customers: number, alerts: number): Promise<Filled> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const copies = await multiply(client, 'customer_risk.customers', () => CUSTOMERS, customers);
    await multiply(client, 'customer_risk.alerts', alertsOf(copies), alerts);
    say('the terms of the search');
    await client.query(TERMS);
    await client.query('DELETE FROM customer_risk.alert_days');
    say('statistics');
    await client.query(
      'VACUUM ANALYZE customer_risk.customers, customer_risk.alerts, customer_risk.search_terms, customer_risk.alert_days',
    );
    await client.query('CHECKPOINT');
    const { rows } = await client.query<Filled>(
      `SELECT (SELECT count(*) FROM customer_risk.customers)::int AS customers, count(*)::int AS alerts,
         (count(*) FILTER (WHERE status IN ('open', 'escalated')))::int AS active_alerts FROM customer_risk.alerts`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

/**
 * @param changesOf the columns that differ, by the number of copies of each row
 * @returns the number of copies of each row
 */
async function multiply(
  client: Client,
  table: string,
  changesOf: (copies: number) => Changes,
  wanted: number,
): Promise<number> {
  const { rows: columns } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema || '.' || table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  const names = columns.map(({ column_name }) => column_name);
  await client.query(`CREATE TEMPORARY TABLE template AS SELECT * FROM ${table}`);
  const { rows: counted } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM template');
  const copies = Math.ceil(wanted / counted[0]!.count) - 1;
  const changes = changesOf(copies);
  const values = names.map((name) => changes[name] ?? `t.${name}`);
  for (let from = 1; from <= copies; from += CHUNK) {
    const until = Math.min(copies, from + CHUNK - 1);
    await client.query(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM template t, generate_series($1::int, $2::int) AS n`,
      [from, until],
    );
    say(`${table}: ${until} of ${copies} copies`);
  }
  await client.query('DROP TABLE template');
  return copies;
}

/** The id of a copy, from the id of its template: what belongs to a customer finds the copy of the customer the same way. */
function copyOf(column: string, copy: string): string {
  return `md5(${column}::text || (${copy}))::uuid`;
}
