/** The fields whose value in a row is not the one that its event gives; all of them when there is no row. */
export const fieldsThatDiffer = <Row extends object>(expected: Row, row: Row | undefined): string[] =>
  Object.entries(expected)
    .filter(([field, value]) => value !== row?.[field as keyof Row])
    .map(([field]) => field);
