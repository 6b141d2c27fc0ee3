import type { Sql } from '@probity/persistence/database';
import { listConditions } from './list-conditions';
import type { Page } from './page';

/**
 * Reads views whose fields are the columns of a statement, in its order. A time becomes ISO 8601 in UTC,
 * every other value stays as it is.
 */
export async function readViews<View>(sql: Sql, statement: string, values: unknown[]): Promise<View[]> {
  const { rows } = await sql.query<Record<string, unknown>>(statement, values);
  return rows.map((row) => {
    const fields = Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]);
    return Object.fromEntries(fields) as View;
  });
}

/** The one view that a statement reads, if it is there. */
export async function readView<View>(sql: Sql, statement: string, values: unknown[]): Promise<View | undefined> {
  const [view] = await readViews<View>(sql, statement, values);
  return view;
}

/**
 * Reads a page of a list.
 *
 * @param select statement that ends with the condition on the tenant, whose parameters are the `values`
 * @param list columns with the values that they must have (a column whose value is undefined does not
 *   restrict the list), the ORDER BY, and the page
 */
export function listViews<View>(
  sql: Sql,
  select: string,
  values: unknown[],
  { where = {}, order, page }: { where?: Record<string, unknown>; order: string; page: Page },
): Promise<View[]> {
  const conditions = Object.entries(where).map(([column, value]): [string, unknown] => [`${column} = ?`, value]);
  const restricted = listConditions([...values, page.limit, page.offset], conditions);
  const limits = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  return readViews(sql, `${select}${restricted.where} ORDER BY ${order} ${limits}`, restricted.values);
}

/** Leaves an optional field of a view out when its column is null. */
export function leaveOutNull<View extends object>(view: View, optional: keyof View): View {
  const fields = Object.entries(view).filter(([name, value]) => name !== optional || value !== null);
  return Object.fromEntries(fields) as View;
}
