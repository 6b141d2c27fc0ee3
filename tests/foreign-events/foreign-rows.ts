import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import { FACTS } from '@probity/contracts/facts';

/** An event as another program may write it into Postgres. */
export interface ForeignRow {
  type: string;
  data: string;
  metadata: string | null;
}

/** Text of random characters, as a text column of Postgres takes it. */
const randomText = (bytes: number): string => randomBytes(bytes).toString('latin1').replaceAll('\0', ' ');
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const HUGE = 6_000_000;

const METADATA = [
  null,
  '',
  'no JSON',
  'null',
  '5',
  '[]',
  '{"mac":5,"mac_key":[]}',
  '{"mac":"AAAA","mac_key":"customer-risk/0","traceparent":7}',
  '{"traceparent":7,"address":{}}',
];
const DATA = [
  '',
  '{}',
  'null',
  '7',
  '"text"',
  '[[]]',
  '{"a":1,"a":2}',
  '{"tenant_id":null,"customer_id":"x","events":{"length":-1}}',
  nested(3_000),
  nested(30_000),
  '\u2028"no JSON',
];

/** Rows of any type, with any data, and with any metadata: those of real types come with data of any kind. */
export function foreignRows(types: readonly string[]): ForeignRow[] {
  const all = ['Unknown', '', 'connect timeout', '__proto__', ...types];
  const rows = all.flatMap((type) => DATA.map((data) => ({ type, data })));
  return [
    ...rows.map((row, n) => ({ ...row, metadata: METADATA[n % METADATA.length]! })),
    ...all.map((type) => ({ type, data: randomText(2_000), metadata: randomText(100) })),
    { type: types[0] ?? 'Unknown', data: JSON.stringify({ text: 'x'.repeat(HUGE) }), metadata: null },
  ];
}

/** Types of Probity's events in streams with this prefix, each with the example of its data. */
export const factsOf = (prefix: string) => FACTS.filter(({ streams }) => streams.prefix === prefix);

const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
  SELECT $1, $2::bigint + n - 1, gen_random_uuid(), type, data, metadata
  FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS e (type, data, metadata, n)`;
const LAST = 'SELECT max(revision)::float8 AS last FROM event_store.events WHERE stream = $1';

/** Appends rows behind the last revision of a stream, or begins it. */
export async function appendRows(sql: Sql, stream: string, rows: ForeignRow[], gap = 0): Promise<void> {
  const { rows: found } = await sql.query<{ last: number | null }>(LAST, [stream]);
  const columns = [rows.map(({ type }) => type), rows.map(({ data }) => data), rows.map(({ metadata }) => metadata)];
  await sql.query(INSERT, [stream, (found[0]!.last ?? -1) + 1 + gap, ...columns]);
}

/** Streams of another writer that begin as those of Probity do: with an id, with another name, and with none. */
export const newStreams = (prefix: string): string[] => [
  prefix + randomUUID(),
  prefix + randomUUID().toUpperCase(),
  `${prefix}timeout`,
  `${prefix}${randomUUID()}-${randomUUID()}`,
  prefix,
  `${prefix}%_\\'"; DROP`,
];
