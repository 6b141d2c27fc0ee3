/** Keeps those values of a URL that a filter knows; the others are left out, so that every link shows a page. */
export const oneOf = <Value extends string>(known: readonly Value[], given: unknown): Value | undefined =>
  known.find((value) => value === given);

export const text = (given: unknown): string | undefined =>
  typeof given === 'string' && given !== '' ? given : typeof given === 'number' ? String(given) : undefined;

/** @returns the number of a page, from 1; undefined for the first */
export function page(given: unknown): number | undefined {
  const number = Number(given);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
}

/** The address of a list without filters. */
export const onlyPage = (given: Record<string, unknown>): { page?: number } => ({ page: page(given.page) });

export const PAGE_SIZE = 50;
/** One more than a page shows says whether there is a next one. */
export const pageQuery = (number = 1): { limit: number; offset: number } => ({
  limit: PAGE_SIZE + 1,
  offset: (number - 1) * PAGE_SIZE,
});
