/**
 * The problem of a text that will be stored and hashed; undefined if the text is valid. PostgreSQL cannot store U+0000,
 * and RFC 8785 (canonical JSON) does not allow a lone surrogate.
 */
export function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000';
  if (!text.isWellFormed()) return 'must be well-formed Unicode (it has a lone surrogate)';
  return undefined;
}

/**
 * Matches a text that is not blank. The OpenAPI documents have the same pattern. It names every character that some
 * engine of regular expressions counts as white space, so that clients and Probity agree.
 */
export const NOT_BLANK = /[^\s\u0085\ufeff]/;

/** Whether the text has more characters than allowed. As in JSON Schema, a character outside of the BMP counts once. */
export const isLongerThan = (max: number, text: string): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);
