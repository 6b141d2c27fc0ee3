/** The letters a to z, and all digits as one. */
export const LETTERS = 27;

/** Returns 0 to 25 for a to z, and 26 for digits. */
export function letterOf(text: string, at: number): number {
  const code = text.charCodeAt(at) - 97;
  return code >= 0 ? code : 26;
}

/** The count of each letter. */
export function letterCounts(text: string): Int8Array {
  const counts = new Int8Array(LETTERS);
  for (let i = 0; i < text.length; i++) counts[letterOf(text, i)]!++;
  return counts;
}

/** Returns a bit mask of the letters that a text has an odd number of times. */
export function oddLetters(text: string): number {
  let odd = 0;
  for (let i = 0; i < text.length; i++) odd ^= 1 << letterOf(text, i);
  return odd;
}
