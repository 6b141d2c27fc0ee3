/**
 * The problem of a text that will be stored and hashed; undefined if the text is valid. PostgreSQL cannot store U+0000,
 * and RFC 8785 (canonical JSON) does not allow a lone surrogate.
 */
export function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000';
  if (!text.isWellFormed()) return 'must be well-formed Unicode (it has a lone surrogate)';
  return undefined;
}
