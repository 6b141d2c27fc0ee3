/**
 * The form in which e-mail addresses are compared: without white space at the ends, in Unicode lower case. Nothing else
 * is normalised: addresses that differ in dots, `+` tags or composed characters are different.
 */
export const emailKey = (email: string): string => email.trim().toLowerCase();
