/** Limits of an entry that a tenant posts, for validation and documentation. */
export const MAX_NAMES = 100;
export const MAX_NAME_LENGTH = 500;
export const MAX_IDENTIFIERS = 50;
/** limit of the items in birth_dates, countries and programs, for each list */
export const MAX_VALUES = 50;
export const MAX_ID_LENGTH = 200;
/** limit of the characters in an identifier, its type, and a programme */
export const MAX_VALUE_LENGTH = 200;
/** limit of each number of records that an import reports */
export const MAX_REPORTED = 1_000_000_000;
