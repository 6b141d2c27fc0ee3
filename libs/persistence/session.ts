import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { onClient, type Sql } from './prepared-statements';

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** One connection. Its temporary tables end with it, also when it is lost: later statements fail then. */
export class Session implements Sql {
  private readonly sql: Sql;

  constructor(private readonly client: PoolClient) {
    this.sql = onClient(client);
  }

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    return this.sql.query<Row>(text, values);
  }

  /**
   * Runs `work` in a transaction that sees the database as it was at the first statement, and waits for no other one.
   *
   * Guarantees: it changes only temporary tables. Postgres refuses every other change.
   */
  async snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    await this.client.query(SNAPSHOT);
    try {
      const result = await work(this.sql);
      await this.client.query('COMMIT');
      return result;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => {}); // the first error says more
      throw error;
    }
  }

  end(): void {
    this.client.release(true);
  }
}
