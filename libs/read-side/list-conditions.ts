/**
 * The conditions of a list whose values are given, to be added to a WHERE. What is not asked for does
 * not appear in the statement, so that each combination can use the index that was made for it.
 *
 * @param values those of the parameters that the statement has anyway
 * @param conditions SQL with `?` where the value goes, and the value
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
