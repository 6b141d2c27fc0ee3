/** The longest texts, in characters, for request validation, documentation and the ledger itself. */
export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 2_000;
export const MAX_REFERENCE = 255;
export const MAX_IDEMPOTENCY_KEY = 255;
export const MAX_NARRATION = 10_000;
/** Entries of one posting. Checking them takes 40 µs each. */
export const MAX_ENTRIES = 2_000;
/** The metadata of a ledger or an account, as JSON. Lists contain it, so that a page of 100 has at most 1.6 MB. */
export const MAX_LISTED_METADATA_BYTES = 16_384;
