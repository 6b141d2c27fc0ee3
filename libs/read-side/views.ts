import type { Sql } from '@probity/persistence/database';
import { listConditions } from './list-conditions';
import type { Page } from './page';

/**
 * Reads rows as views. The fields are the columns of the statement, in their order. A time becomes text in ISO 8601
 * (UTC); other values stay unchanged.
 */
export async function readViews<View>(sql: Sql, statement: string, values: unknown[]): Promise<View[]> {
  const { rows } = await sql.query<Record<string, unknown>>(statement, values);
  for (const row of rows) {
    for (const name in row) {
      const value = row[name];
      if (value instanceof Date) row[name] = value.toISOString();
    }
  }
  return rows as View[];
}

/** Reads one view; undefined when the statement returns no row. */
export async function readView<View>(sql: Sql, statement: string, values: unknown[]): Promise<View | undefined> {
  const [view] = await readViews<View>(sql, statement, values);
  return view;
}

/**
 * Reads a page of a list.
 *
 * @param select a statement that ends with its WHERE clause; `values` are its parameters
 * @param list `where`: columns and the values that they must have; an undefined value does not restrict the list.
 *   `order`: the ORDER BY. `page`: the requested page
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

/** Removes an optional field from a view when it is null. */
export function leaveOutNull<View extends object>(view: View, optional: keyof View): View {
  const fields = Object.entries(view).filter(([name, value]) => name !== optional || value !== null);
  return Object.fromEntries(fields) as View;
}
