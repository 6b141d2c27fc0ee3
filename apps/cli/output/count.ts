/** A number with its noun, such as `1 entry` and `12,000 entries`. */
export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
