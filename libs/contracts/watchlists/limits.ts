/** Limits of an entry that a tenant posts, for validation and documentation. */
export const MAX_NAMES = 100;
export const MAX_NAME_LENGTH = 500;
export const MAX_IDENTIFIERS = 50;
/** of birth_dates, countries and programs each */
export const MAX_VALUES = 50;
export const MAX_ID_LENGTH = 200;
/** of an identifier, its type and a programme */
export const MAX_VALUE_LENGTH = 200;
