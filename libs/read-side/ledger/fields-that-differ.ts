/** The fields whose value in the row differs from the expected value; all fields when there is no row. */
export const fieldsThatDiffer = <Row extends object>(expected: Row, row: Row | undefined): string[] =>
  Object.entries(expected)
    .filter(([field, value]) => value !== row?.[field as keyof Row])
    .map(([field]) => field);
