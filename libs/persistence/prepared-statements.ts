import type { PoolClient, QueryResult, QueryResultRow } from 'pg';

/** Runs SQL. Every distinct text becomes a prepared statement, so a text must not contain values. */
export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

export function onClient(client: PoolClient): Sql {
  return {
    query: <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      client.query<Row>({ name: statementName(text), text, values }),
  };
}

const statementNames = new Map<string, string>();

export function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}
