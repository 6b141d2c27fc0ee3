import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';

/** Secrets of one kind that a service keeps sealed. */
export interface SealedSecrets {
  /** what they are, such as `secrets of webhooks`; unique within the service */
  name: string;
  /** the key that seals them */
  key: 'master' | 'personal_data';
  sealer: Sealer;
  /** How many there are, by the name of the key that sealed them; see `keyNamedIn`. */
  count(): Promise<Map<string, number>>;
  /**
   * Seals again what the current key has not sealed. May be interrupted, repeated, and run in several processes: a
   * secret is replaced only by the same secret under the current key, and only if it did not change meanwhile.
   */
  reseal(signal: AbortSignal): Promise<Resealed>;
}

export interface Resealed {
  resealed: number;
  /** the secrets that no known key opens; they stay as they are */
  unreadable: { id: string; error: unknown }[];
}

/** How many unreadable secrets a report names. */
export const MAX_REPORTED = 20;

/** Counts the values of a column of a table. The condition is part of the program. */
export async function countSealed(
  database: Database,
  { table, column, where = 'true' }: { table: string; column: string; where?: string },
): Promise<Map<string, number>> {
  const { rows } = await database.query<{ key: string; count: number }>(`
    SELECT CASE WHEN get_byte(${column}, 0) = 2 THEN encode(substring(${column} FROM 2 FOR 8), 'hex') ELSE '' END AS key,
      count(*)::float8 AS count
    FROM ${table} WHERE ${column} IS NOT NULL AND ${where} GROUP BY 1`);
  return new Map(rows.map(({ key, count }) => [key, count]));
}
