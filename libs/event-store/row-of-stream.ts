import type { Sql } from '@probity/persistence/database';
import { isUuid } from '@probity/platform/ids';
import { NO_STREAM } from './event-store';

/** The row that has the last projected revision of a stream. */
export interface RowOfStream {
  table: string;
  /** the part of a stream's name before the key of its row */
  prefix: string;
  /** the column of the key, a text; default: `id`, a UUID */
  key?: string;
}

/**
 * The condition that finds the row of a stream by its index, with the key as $1; undefined when there is no such row.
 * The name of a stream of another program may have anything where a UUID belongs.
 */
export function rowOf({ prefix, key }: RowOfStream, stream: string): { where: string; id: string } | undefined {
  const id = stream.slice(prefix.length);
  if (key) return { where: `${key} = $1::text`, id };
  // Only the usual form of a UUID names a stream of Probity. Postgres also reads others.
  return isUuid(id) ? { where: 'id = $1::text::uuid AND id::text = $1', id } : undefined;
}

/** The last projected revision of a stream; NO_STREAM without a row. */
export async function projectedRevision(sql: Sql, row: RowOfStream, stream: string): Promise<number> {
  const found = rowOf(row, stream);
  if (!found) return NO_STREAM;
  const { rows } = await sql.query<{ revision: string }>(`SELECT revision FROM ${row.table} WHERE ${found.where}`, [
    found.id,
  ]);
  return rows[0] ? Number(rows[0].revision) : NO_STREAM;
}
