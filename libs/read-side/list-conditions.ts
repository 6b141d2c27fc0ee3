/**
 * Conditions to append to a WHERE clause. A condition whose value is undefined is left out, so that each combination of
 * filters can use its own index.
 *
 * @param values the values of the statement's other parameters
 * @param conditions SQL with `?` in place of the value, and the value
 */
export function listConditions(
  values: unknown[],
  conditions: [condition: string, value: unknown][],
): { where: string; values: unknown[] } {
  const all = [...values];
  let where = '';
  for (const [condition, value] of conditions) {
    if (value === undefined) continue;
    all.push(value);
    where += ` AND ${condition.replace('?', `$${all.length}`)}`;
  }
  return { where, values: all };
}
