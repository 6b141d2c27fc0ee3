import type { Sql } from '@probity/persistence/database';
import { NO_STREAM } from './event-store';

/** The row that has the last projected revision of a stream. */
export interface RowOfStream {
  table: string;
  /** the part of a stream's name before the key of its row */
  prefix: string;
  /** the column of the key; default `id` */
  key?: string;
}

/** The last projected revision of a stream; NO_STREAM without a row. */
export async function projectedRevision(
  sql: Sql,
  { table, prefix, key = 'id' }: RowOfStream,
  stream: string,
): Promise<number> {
  const { rows } = await sql.query<{ revision: string }>(`SELECT revision FROM ${table} WHERE ${key}::text = $1`, [
    stream.slice(prefix.length),
  ]);
  return rows[0] ? Number(rows[0].revision) : NO_STREAM;
}
