/** The words of a type, for an option's choices: the compiler says when one is missing or too many. */
export function words<Word extends string>(all: Record<Word, true>): string[] {
  return Object.keys(all);
}
