/** The longest texts, in characters, for request validation, documentation and the ledger itself. */
export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 2_000;
export const MAX_REFERENCE = 255;
export const MAX_IDEMPOTENCY_KEY = 255;
export const MAX_NARRATION = 10_000;
/** Entries of one posting. Checking them takes 40 µs each. */
export const MAX_ENTRIES = 2_000;
