/**
 * The keys that have two meanings on one page: two commands have them, or they begin the keys of another command.
 *
 * @param parts the commands of each part of the page
 */
export function offeredTwice(parts: readonly (readonly { keys: string }[])[]): string[] {
  const all = parts.flat().map(({ keys }) => keys);
  const isAmbiguous = (keys: string, index: number): boolean =>
    all.indexOf(keys) !== index || all.some((other) => other.startsWith(`${keys} `));
  return [...new Set(all.filter(isAmbiguous))];
}
