/** The search of the JavaScript engine is fast for such a part, whatever the text. */
const MAX_SHORT_PART = 32;

/**
 * Returns whether a text has a part. Takes a time that is proportional to the length of both (Knuth, Morris and Pratt,
 * "Fast Pattern Matching in Strings", 1977). `includes` can take a time that is proportional to their product.
 */
export function hasPart(text: string, part: string): boolean {
  if (part.length <= MAX_SHORT_PART || part.length > text.length) return text.includes(part);
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched === part.length) return true;
  }
  return false;
}

/** For each beginning of the part: the length of the longest shorter beginning with which it ends. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let matched = 0;
  for (let at = 1; at < part.length; at++) {
    const unit = part.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
    if (part.charCodeAt(matched) === unit) matched++;
    borders[at] = matched;
  }
  return borders;
}
