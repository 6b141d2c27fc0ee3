const MIB = 1024 * 1024;

/** Bounds and defaults of the source of a shared list. */
export const EVERY_HOURS = { min: 1, max: 168, default: 24 };
export const STALE_AFTER_HOURS = { min: 1, max: 8_760, default: 72 };
/** of one file; 2 GiB at most */
export const MAX_FILE_BYTES = { min: 1_024, max: 2_048 * MIB, default: 512 * MIB };
/** More than any format has. */
export const MAX_SOURCE_FILES = 8;
/** Of each list, so many of the latest fetches are kept. */
export const MAX_FETCHES_KEPT = 50;
