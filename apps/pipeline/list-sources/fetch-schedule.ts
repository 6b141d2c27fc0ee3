const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After one failed fetch, the next is this much later at the earliest; after further ones, an hour. */
export const FIRST_RETRY_MS = 15 * MINUTE_MS;
export const LATER_RETRY_MS = HOUR_MS;
/**
 * After a claim whose process died. It is less than the ten minutes after which its import is abandoned, so that the
 * next fetch continues the import.
 */
export const AFTER_CRASH_MS = 5 * MINUTE_MS;
/** Added at most, so that installations do not fetch at the same moment: of a wait, this share. */
const JITTER = 0.1;

/** A number from 0 up to 1. */
export type Random = () => number;

const after = (now: Date, ms: number, random: Random): Date => new Date(now.getTime() + ms * (1 + JITTER * random()));

/** When a list is fetched again after a fetch that succeeded. */
export const nextAfterSuccess = (now: Date, everyHours: number, random: Random): Date =>
  after(now, everyHours * HOUR_MS, random);

/** When a list is fetched again after failed ones. @param failures in a row, 1 or more */
export const nextAfterFailure = (now: Date, failures: number, random: Random): Date =>
  after(now, failures === 1 ? FIRST_RETRY_MS : LATER_RETRY_MS, random);

/**
 * When a list that is claimed now is fetched again if the process dies.
 *
 * @param attempts earlier claims since the last fetch that ended
 */
export const nextAfterCrash = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + (attempts === 0 ? AFTER_CRASH_MS : LATER_RETRY_MS));

/** Whether a list was not confirmed as current for longer than allowed. */
export const isStale = (confirmedAt: Date, staleAfterHours: number, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() > staleAfterHours * HOUR_MS;
