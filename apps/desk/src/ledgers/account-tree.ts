/**
 * How deep each account is in the tree of codes: `1000.10` is below `1000`, and `10` below `1`, if these exist.
 *
 * @param codes in their order, so that an account comes before those whose codes continue its own
 */
export function depthsOf(codes: readonly string[]): number[] {
  const above: string[] = [];
  return codes.map((code) => {
    while (above.length > 0 && !code.startsWith(above.at(-1)!)) above.pop();
    above.push(code);
    return above.length - 1;
  });
}
