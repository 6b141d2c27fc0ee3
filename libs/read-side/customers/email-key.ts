/**
 * The form in which e-mail addresses are compared: without white space at the ends, in lower case as
 * Unicode has it. Nothing else is folded: dots, `+` tags and composed characters tell addresses apart.
 */
export const emailKey = (email: string): string => email.trim().toLowerCase();
