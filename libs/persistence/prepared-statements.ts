import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { arrayText } from './array-text';

/** Runs SQL. Every distinct text becomes a prepared statement, so a text must not contain values. */
export interface Sql {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

export function onClient(client: PoolClient): Sql {
  return {
    query: <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      client.query<Row>(prepared(text, values)),
  };
}

export const prepared = (text: string, values: unknown[]): QueryConfig => ({
  name: statementName(text),
  text,
  values: values.map((value) => (Array.isArray(value) ? (arrayText(value) ?? (value as unknown[])) : value)),
});

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}
