import type { QueryResult } from 'pg';
import type { Database, Sql } from '@probity/persistence/database';

/** A database that remembers how many rows its largest statement wrote. */
export class WatchedWrites {
  largest = 0;
  /** called after each statement that wrote; may throw */
  onWrite: (statement: string) => void | Promise<void> = () => {};
  readonly database: Database;

  constructor(database: Database) {
    const query: Sql['query'] = async (text, values) => this.written(text, await database.query(text, values));
    const transaction: Database['transaction'] = (work, options) =>
      database.transaction(
        (sql) => work({ query: async (text, values) => this.written(text, await sql.query(text, values)) }),
        options,
      );
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
