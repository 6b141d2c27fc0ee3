/**
 * The problem of a text that is to be stored and hashed, or undefined if there is none.
 * PostgreSQL cannot hold U+0000, and RFC 8785 has no form for a lone surrogate.
 */
export function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000';
  if (!text.isWellFormed()) return 'must be well-formed Unicode (it has a lone surrogate)';
  return undefined;
}
