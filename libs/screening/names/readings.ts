import { isText, PADDING } from './text-around-names';

/** More readings of one name are left out. */
const MAX_READINGS = 6;
/** The words of all readings together, so that no name needs much more time than another one. */
const MAX_WORDS = 40;
const MAX_ALTERNATIVES = 4;
/** A longer text is read as one name: some patterns need the square of its length. */
const LONGEST = 600;

const MAY_HAVE_READINGS = /[/(,;:\d]|\s-\s|\s(?:or|alias|aka|fka|formerly|known)\.?\s/i;
const ALTERNATIVE =
  /\s+(?:or|alias|aka\.?|a\.k\.a\.|a\/k\/a|fka|f\.k\.a\.|formerly|(?:also|formerly) known as)\s+|\s+\/\s+/i;
const ALTERNATIVE_IN_BRACKETS = /\(\s*(or|alias|aka|a\.k\.a\.|fka|formerly|also known as)\s+([^()]+)\)/gi;
/** Two spellings of one word: `Yusuf/Youssef`. Not `S/O`, `A/S` or `2026/118`. */
const WORD_ALTERNATIVE = /(\p{L}{3,})\/(\p{L}{3,})/u;
const ACRONYM_IN_BRACKETS = /^([^()]+)\(\s*(\p{Lu}{3,8})\s*\)\s*$/u;
const SEGMENTS = /[,;:]|\s+-\s+/;

interface ReadingOptions {
  ofList?: boolean;
  more?: ((name: string, options: { ofList: boolean }) => string[]) | undefined;
}

/**
 * The ways to read a name as lists and payments write it, the name itself first:
 *
 * - each of several alternatives: `A or B`, `A alias B`, `A / B`, `Yusuf/Youssef al-Harbali`
 * - a name and its acronym in brackets
 * - in a text, the parts between commas, and the name without numbers of accounts, invoices and documents
 *
 * @param options.ofList for a listed name, which has no text around it: a part of it could be the name of many others
 * @param options.more further readings of such names, such as `readingsOfVessel`; they come first
 */
export function readingsOf(name: string, { ofList = false, more }: ReadingOptions = {}): string[] {
  if (name.length > LONGEST) return [name];
  const further = more?.(name, { ofList }) ?? [];
  if (further.length === 0 && !MAY_HAVE_READINGS.test(name)) return [name];
  const readings = new Set([name]);
  let words = wordsIn(name);
  for (const reading of [
    ...further,
    ...alternatives(name),
    ...ofWords(name),
    ...withAcronym(name),
    ...(ofList ? [] : partsOfText(name)),
  ]) {
    words += wordsIn(reading);
    if (readings.size === MAX_READINGS || words > MAX_WORDS) break;
    readings.add(reading);
  }
  return [...readings];
}

const wordsIn = (text: string): number => text.split(/[^\p{L}\p{M}\p{N}]+/u).length;

function alternatives(name: string): string[] {
  const parts = name
    .replace(ALTERNATIVE_IN_BRACKETS, ' $1 $2 ')
    .split(ALTERNATIVE)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length < 2) return [];
  return parts
    .slice(0, MAX_ALTERNATIVES)
    .flatMap((part, i) => (i === 0 ? both(part, parts[1]!) : both(parts[i - 1]!, part)));
}

/** A single word beside several replaces one of them: `Miriam Oduya or Odouya`, `Serhiy or Sergei Bondar`. */
function both(left: string, right: string): string[] {
  const [before, after] = [left.split(/\s+/), right.split(/\s+/)];
  if (before.length === 1 && after.length > 1) return [[...before, ...after.slice(1)].join(' '), right];
  if (after.length === 1 && before.length > 1) return [left, [...before.slice(0, -1), ...after].join(' ')];
  return [left, right];
}

function ofWords(name: string): string[] {
  return WORD_ALTERNATIVE.test(name) ? ['$1', '$2'].map((one) => name.replace(WORD_ALTERNATIVE, one)) : [];
}

function withAcronym(name: string): string[] {
  const [, long, acronym] = ACRONYM_IN_BRACKETS.exec(name) ?? [];
  if (long === undefined || acronym === undefined) return [];
  const words = long.trim().split(/[\s-]+/);
  const spells = (those: string[]): boolean =>
    those
      .map((word) => word[0])
      .join('')
      .toUpperCase() === acronym;
  // `(USA)` and `(LLC)` in brackets are no names.
  return spells(words) || spells(words.filter((word) => word.length > 3)) ? [long.trim(), acronym] : [];
}

function partsOfText(name: string): string[] {
  if (!isText(name)) return [];
  const bare = name.replace(PADDING, ' ').replace(/\s+/g, ' ').trim();
  const segments = bare
    .split(SEGMENTS)
    .map((segment) => segment.trim())
    .filter((segment) => /\S\s+\S/.test(segment));
  return [...new Set([bare.replace(/[\s,;:-]+$/, ''), ...segments])].filter((part) => /\p{L}{2}/u.test(part));
}
