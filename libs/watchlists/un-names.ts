/** What one name field of the list holds. */
export interface NamesInField {
  names: string[];
  /** comments that editors of the list left in the field */
  comments: string[];
}

/** A longer field is a mistake; the rest becomes a comment, so that no pattern runs over it. */
const MAX_FIELD = 2_000;
const NO_NAME = /^(?:n\.?\s?a\.?|n\/a|none|nil|unknown|not available|-+)$/i;
/** Words in brackets that say what kind of name it is, and no more. */
const KIND_OF_NAME =
  /^(?:combat name|nom de guerre|war name|nickname|maiden name|birth name|real name|given name|kunya|alias|a\.?k\.?a\.?|f\.?k\.?a\.?|good|low|(?:in )?(?:original|own) script|transliteration)$/i;
/** Text in brackets that begins like this holds another name. */
const LABELLED =
  /^(?:(?:in )?(?:original|own) script|(?:formerly|previously|also)(?: (?:known|listed|called|spelled|written|transliterated))*(?: as)?|formerly|alias|a\.?k\.?a\.?|f\.?k\.?a\.?|in \p{L}+|\p{L}+ script|arabic|persian|russian|korean|chinese)\s*[:,]?\s+/iu;
const LABEL_WITH_COLON = /^[\p{L} ]{2,30}:\s*/u;
const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Short texts in capitals are the acronym of the name before them. */
const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}.&/-]{1,11}$/u;
/** What names do not have: a verb or a link word of a sentence, a year, a document. */
const COMMENT =
  /\b(?:19|20)\d\d\b|\b(?:born|dob|pob|passports?|documents?|confiscated|located|residing|resident|deceased|died|killed|arrested|reportedly|believed|possibly|probably|according|since|until|which|who|whose|was|were|been|has|have|is|are|married|wife|son of|brother of|issued|expired|no longer)\b/i;

/**
 * Reads a name field of the United Nations list, where editors also leave other spellings, scripts, acronyms and
 * comments. Nothing is lost: what is no name is a comment.
 *
 * - `A; B` and `A / B` are two names. A semicolon within brackets separates nothing.
 * - `Name (Имя)` and `Name (original script: Имя)` are two names; so is `Name (formerly listed as Other)`.
 * - `Company (CPY)` is the company and its acronym.
 * - `(combat name)` says what a name is for, and `na` that there is none.
 * - The text before a bracket that only closes is the end of a comment.
 */
export function namesInField(text: string): NamesInField {
  const found: NamesInField = { names: [], comments: [] };
  const whole = text.replaceAll('（', ' (').replaceAll('）', ') ').replaceAll('；', ';');
  if (whole.length > MAX_FIELD) found.comments.push(whole.slice(MAX_FIELD));
  for (const part of partsOf(whole.slice(0, MAX_FIELD), ';')) readPart(part, found);
  return { names: [...new Set(found.names)], comments: [...new Set(found.comments)] };
}

/** The name outside brackets comes first. */
function readPart(part: string, found: NamesInField): void {
  const { outside, inside, before } = bracketsOf(part);
  if (before !== '') found.comments.push(before);
  const belonging: string[] = [];
  const others: string[] = [];
  for (const text of inside) {
    const name = nameInBrackets(text, outside);
    if (name === undefined) found.comments.push(text);
    else if (name.belongs) belonging.push(`(${text})`);
    else others.push(...partsOf(name.text, ';'));
  }
  for (const text of [[outside, ...belonging].join(' '), ...others]) addNames(text, found);
}

/** Returns undefined for a comment. `belongs`: the text is a part of the name outside, such as a country. */
function nameInBrackets(text: string, outside: string): { text: string; belongs?: true } | undefined {
  if (KIND_OF_NAME.test(text) || NO_NAME.test(text)) return undefined;
  const label = LABELLED.exec(text) ?? LABEL_WITH_COLON.exec(text);
  const rest = label ? text.slice(label[0].length).trim() : text;
  if (rest === '' || COMMENT.test(rest)) return undefined;
  if (label || ACRONYM.test(rest) || isOtherScript(rest, outside)) return { text: rest };
  return { text, belongs: true };
}

const isOtherScript = (a: string, b: string): boolean =>
  (NOT_LATIN.test(a) && !NOT_LATIN.test(b) && LATIN.test(b)) ||
  (LATIN.test(a) && !NOT_LATIN.test(a) && NOT_LATIN.test(b));

function addNames(text: string, found: NamesInField): void {
  for (const one of text.split(/\s+\/\s+|\s+or\s+(?=\p{Lu})/u)) {
    const name = one.replace(/\s+/g, ' ').replace(/^[\s,:.-]+|[\s,:-]+$/g, '');
    if (name === '' || NO_NAME.test(name)) continue;
    if (COMMENT.test(name) && /\p{Ll}/u.test(name) && !/^\p{Lu}/u.test(name)) found.comments.push(name);
    else found.names.push(name);
  }
}

/** Splits at a character that is not within brackets. */
function partsOf(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    if (character === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  // A bracket that never closes holds no separators back.
  return (depth === 0 ? parts : text.split(separator)).map((part) => part.trim()).filter((part) => part !== '');
}

/** Takes a text apart: what is outside brackets, what is in each pair, and what stands before one that only closes. */
function bracketsOf(text: string): { outside: string; inside: string[]; before: string } {
  let outside = '';
  let before = '';
  let current = '';
  let depth = 0;
  const inside: string[] = [];
  for (const character of text) {
    if (character === '(' && depth++ === 0) current = '';
    else if (character === ')' && depth === 0) {
      before = [before, outside.trim()].filter(Boolean).join(' ');
      outside = '';
    } else if (character === ')' && --depth === 0) inside.push(current.trim());
    else if (depth > 0) current += character;
    else outside += character;
  }
  if (depth > 0) inside.push(current.trim());
  return { outside: outside.replace(/\s+/g, ' ').trim(), inside: inside.filter((one) => one !== ''), before };
}
