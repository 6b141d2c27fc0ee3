/** The longest texts, in characters, and the longest lists of a customer. */
export const MAX_LINE = 255;
export const MAX_WORD = 64;
export const MAX_POSTAL_CODE = 32;
export const MAX_EMAIL = 254;
export const MAX_ACCOUNT_REFS = 100;
export const MAX_TAGS = 100;
export const MAX_ALIASES = 20;
export const MAX_PARTIES = 100;
export const MAX_DOCUMENTS = 20;
/** The most vessels of a transaction, and the most aircraft. */
export const MAX_THINGS = 10;
/** The newest signals of providers that a risk view shows. */
export const MAX_SHOWN_SIGNALS = 50;
/** The newest active alerts, open cases and screening results that a risk view shows, of each. */
export const MAX_SHOWN_FINDINGS = 500;
