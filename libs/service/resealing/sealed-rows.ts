import type { Database } from '@probity/persistence/database';
import { pause } from '@probity/platform/pause';
import { SEALED_HEADER_BYTES, type Sealer } from '@probity/platform/sealing';
import { countSealed, MAX_REPORTED, type Resealed, type SealedSecrets } from './sealed-secrets';

const MAX_ROWS = 100;
/** Then other work of the process and of Postgres comes before the next rows. */
const REST_MS = 10;

interface Description {
  name: string;
  key?: SealedSecrets['key'];
  table: string;
  column: string;
  /** the columns of the primary key with their types, in its order */
  id: Record<string, string>;
  /** further columns that say what a value is sealed for */
  about?: readonly string[];
  /** what the values of one row are sealed for; see `Sealer` */
  contextOf: (id: string[], about: Record<string, unknown>) => string;
  /** how many values are in memory at the same time; fewer if they are large */
  atOnce?: number;
  /**
   * SQL of the replacement, for a table that the service may not change itself. $1 has the old values and $2 the new
   * ones, and the following ones have the columns of the primary key as texts. The first column of its row is a count.
   */
  replace?: string;
}

interface Row extends Record<string, unknown> {
  id: string[];
  sealed: Buffer;
}

/** Sealed secrets in a column of a table whose rows no event restores. */
export class SealedRows implements SealedSecrets {
  readonly name: string;
  readonly key: SealedSecrets['key'];
  private readonly next: string;
  private readonly replace: string;

  constructor(
    private readonly database: Database,
    readonly sealer: Sealer,
    private readonly of: Description,
  ) {
    this.name = of.name;
    this.key = of.key ?? 'master';
    const { table, column } = of;
    const ids = Object.entries(of.id);
    const list = ids.map(([id]) => id).join(', ');
    const after = ids.map(([, type], n) => `$${n + 2}::text::${type}`).join(', ');
    // Texts, because every type of a key can be read and written as one.
    this.next = `
      SELECT ARRAY[${ids.map(([id]) => `${id}::text`).join(', ')}] AS id, ${[`${column} AS sealed`, ...(of.about ?? [])].join(', ')}
      FROM ${table}
      WHERE ${column} IS NOT NULL AND substring(${column} FOR ${SEALED_HEADER_BYTES}) <> $1
        AND ($${ids.length + 2}::boolean OR (${list}) > (${after}))
      ORDER BY ${list} LIMIT ${of.atOnce ?? MAX_ROWS}`;
    this.replace =
      of.replace ??
      `WITH replaced AS (
         UPDATE ${table} AS t SET ${column} = n.new
         FROM unnest($1::bytea[], $2::bytea[], ${ids.map((_, n) => `$${n + 3}::text[]`).join(', ')})
           AS n (old, new, ${ids.map(([id]) => `n_${id}`).join(', ')})
         WHERE ${ids.map(([id, type]) => `t.${id} = n.n_${id}::${type}`).join(' AND ')} AND t.${column} = n.old
         RETURNING 1)
       SELECT count(*)::int AS count FROM replaced`;
  }

  count(): Promise<Map<string, number>> {
    return countSealed(this.database, this.of);
  }

  async reseal(signal: AbortSignal): Promise<Resealed> {
    const done: Resealed = { resealed: 0, unreadable: [] };
    let after: string[] | undefined;
    while (!signal.aborted) {
      const rows = await this.page(after);
      if (rows.length === 0) break;
      const found = rows.flatMap(({ id, sealed, ...about }) => {
        try {
          return [{ id, old: sealed, new: this.sealer.reseal(sealed, this.of.contextOf(id, about)) }];
        } catch (error) {
          if (done.unreadable.length < MAX_REPORTED) done.unreadable.push({ id: id.join(' '), error });
          return [];
        }
      });
      const columns = Object.keys(this.of.id).map((_, n) => found.map(({ id }) => id[n]));
      const values = [found.map((row) => row.old), found.map((row) => row.new), ...columns];
      const replaced = await this.database.query<{ count: number }>(this.replace, values);
      done.resealed += replaced.rows[0]!.count;
      after = rows.at(-1)!.id;
      await pause(REST_MS, signal);
    }
    return done;
  }

  private async page(after: string[] | undefined): Promise<Row[]> {
    const place = after ?? Object.keys(this.of.id).map(() => null);
    const values = [this.sealer.header, ...place, after === undefined];
    return (await this.database.query<Row>(this.next, values)).rows;
  }
}
