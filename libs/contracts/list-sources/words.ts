/** How a fetch of a shared list ended. */
export const FETCH_RESULTS = ['imported', 'unchanged', 'failed'] as const;
export type FetchResult = (typeof FETCH_RESULTS)[number];
