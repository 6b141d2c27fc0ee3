/** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether the text can be a slug. If not, no database query is needed. */
export const isSlug = (text: string): boolean => SLUG.test(text);
