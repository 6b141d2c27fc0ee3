import type { QueryResult } from 'pg';
import type { Database, Sql } from '@probity/persistence/database';

/** Rows of events that this transaction has read, and those of earlier ones that the session has not reported. */
const READ = `
  SELECT sum(seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
  WHERE relname IN ('inbox', 'processed_events')`;

/** A database that remembers how many rows its largest statement wrote, and its largest transaction read. */
export class WatchedWrites {
  largest = 0;
  /** the rows of the inbox and of processed events that one transaction read */
  mostRead = 0;
  /** called after each statement that wrote; may throw */
  onWrite: (statement: string) => void | Promise<void> = () => {};
  readonly database: Database;

  constructor(database: Database) {
    const query: Sql['query'] = async (text, values) => this.written(text, await database.query(text, values));
    const transaction: Database['transaction'] = (work, options) =>
      database.transaction(async (sql) => {
        const before = await rowsRead(sql);
        const result = await work({
          query: async (text, values) => this.written(text, await sql.query(text, values)),
        });
        this.mostRead = Math.max(this.mostRead, (await rowsRead(sql)) - before);
        return result;
      }, options);
    this.database = new Proxy(database, {
      get(target, key) {
        if (key === 'query') return query;
        if (key === 'transaction') return transaction;
        const value = Reflect.get(target, key) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  private async written<Result extends Pick<QueryResult, 'command' | 'rowCount'>>(
    text: string,
    result: Result,
  ): Promise<Result> {
    if (result.command === 'SELECT') return result;
    this.largest = Math.max(this.largest, result.rowCount ?? 0);
    await this.onWrite(text);
    return result;
  }
}

const rowsRead = async (sql: Sql): Promise<number> => (await sql.query<{ read: number }>(READ)).rows[0]!.read;
