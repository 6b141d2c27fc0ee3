import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { spend } from '../work-limit';

/** Of a pattern, with its repetitions written out. */
const MAX_STEPS = 200;
/** Of a text, in UTF-16 units. RE2 takes up to 35 ns for each character and step of the pattern: 7 ms at most. */
const MAX_MATCHED_TEXT = 1_000;
/** Work of compiling a step, see work-limit.ts. A class with \w has 700 ranges. */
const COMPILING = { step: 300, wideStep: 5_000 };
/** Measured: a step with \w takes up to 14 KB when it is compiled, another one 0.4 KB. */
const BYTES = { step: 500, wideStep: 14_000 };
const MAX_BYTES = 128 * 1024 ** 2;

const LETTERS = '\\p{L}\\p{N}_';
/** The members of the named classes. White space is that of JavaScript. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['w', LETTERS],
  ['s', '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'],
]);

/** A pattern to match texts with. */
export interface Pattern {
  /** its characters, with its repetitions written out */
  steps: number;
  /** throws OutOfTimeError when the time is used up */
  test: (text: string) => boolean;
}

/** A pattern in the syntax of RE2, which allows more. */
interface Translated {
  source: string;
  steps: number;
  /** the steps that have \w */
  wideSteps: number;
}

/** Compiled patterns of all rules of this thread, by their sources. */
const compiledPatterns = new LRUCache<string, RE2JS>({ maxSize: MAX_BYTES });

/** The pattern is invalid. The message names the place and what is allowed. */
export class PatternError extends Error {}

/**
 * Compiles a pattern that must match a whole text. A pattern has literal characters, `.` (any character), `\d` (0-9),
 * `\w` (a letter or digit of any script, or _), `\s` (white space), and classes such as `[A-Z0-9]` and `[^x]`. Each of
 * them can be followed by `?`, `*`, `+`, `{3}`, `{2,4}` or `{2,}`. There are no groups and no alternatives; use `or`.
 *
 * RE2 matches in a time that is proportional to the length of the text, whatever the pattern. A text is cut after
 * MAX_MATCHED_TEXT. The first match compiles for RE2, which can take 20 ms: a rule that is only saved does not wait for
 * it, and it counts for the time of an evaluation.
 *
 * @throws PatternError
 */
export function compilePattern(pattern: string): Pattern {
  const translation = translated([...pattern]);
  const { steps } = translation;
  return {
    steps,
    test: (text) => {
      const compiled = compiledPatterns.get(translation.source) ?? compile(translation);
      spend(steps * Math.min(text.length, MAX_MATCHED_TEXT));
      return compiled.matches(text.slice(0, MAX_MATCHED_TEXT));
    },
  };
}

function compile({ source, steps, wideSteps }: Translated): RE2JS {
  spend(steps * COMPILING.step + wideSteps * COMPILING.wideStep);
  const compiled = RE2JS.compile(source, RE2JS.DOTALL);
  compiledPatterns.set(source, compiled, { size: 1 + steps * BYTES.step + wideSteps * BYTES.wideStep });
  return compiled;
}

function translated(characters: string[]): Translated {
  let source = '';
  let steps = 0;
  let wideSteps = 0;
  let at = 0;
  while (at < characters.length) {
    const [atom, afterAtom] = parseAtom(characters, at);
    const [least, most, afterCount] = parseCount(characters, afterAtom);
    const count = most ?? least + 1;
    steps += count;
    if (atom.includes(LETTERS)) wideSteps += count;
    if (steps > MAX_STEPS) {
      throw new PatternError(
        `the pattern is too long; with its repetitions, it can have at most ${MAX_STEPS} characters`,
      );
    }
    source += `${atom}{${least},${most ?? ''}}`;
    at = afterCount;
  }
  return { source, steps, wideSteps };
}

/** Returns the atom in the syntax of RE2, and the index after it. */
function parseAtom(characters: string[], at: number): [string, number] {
  const character = characters[at] as string;
  if (character === '.') return ['.', at + 1];
  if (character === '\\') return [`[${escaped(characters[at + 1])}]`, at + 2];
  if (character === '[') return parseClass(characters, at + 1);
  if ('^$()|'.includes(character)) {
    throw new PatternError(
      `"${character}" at character ${at + 1}: the pattern covers the whole text and has no groups or alternatives; ` +
        `write "\\${character}" for the character itself`,
    );
  }
  if ('?*+{}]'.includes(character)) {
    throw new PatternError(
      `"${character}" at character ${at + 1} has nothing to repeat; write "\\${character}" for the character itself`,
    );
  }
  return [literal(character), at + 1];
}

/** The members of a class. */
function escaped(character: string | undefined): string {
  if (character === undefined) throw new PatternError('the pattern ends in a single backslash');
  const known = CLASSES.get(character);
  if (known) return known;
  if (/^[\p{L}\p{N}]$/u.test(character)) {
    throw new PatternError(`"\\${character}" is not known; use \\d, \\w or \\s`);
  }
  return literal(character);
}

function parseClass(characters: string[], start: number): [string, number] {
  const members = new Set<string>();
  const negated = characters[start] === '^';
  let at = negated ? start + 1 : start;
  for (; characters[at] !== ']'; at++) {
    const first = characters[at];
    if (first === undefined) throw new PatternError('a "[" has no "]"');
    if (first === '\\') {
      members.add(escaped(characters[++at]));
    } else if (characters[at + 1] === '-' && characters[at + 2] !== ']') {
      const last = characters[at + 2];
      if (last === undefined) throw new PatternError('a "[" has no "]"');
      if (codeOf(last) < codeOf(first)) throw new PatternError(`the range "${first}-${last}" is backwards`);
      members.add(`${literal(first)}-${literal(last)}`);
      at += 2;
    } else {
      members.add(literal(first));
    }
  }
  if (members.size === 0)
    throw new PatternError(`"[${negated ? '^' : ''}]" is empty; put at least one character into it`);
  return [`[${negated ? '^' : ''}${[...members].join('')}]`, at + 1];
}

/** Returns the least and the greatest count (null: no limit), and the index after the count. */
function parseCount(characters: string[], at: number): [number, number | null, number] {
  switch (characters[at]) {
    case '?':
      return [0, 1, at + 1];
    case '*':
      return [0, null, at + 1];
    case '+':
      return [1, null, at + 1];
    case '{':
      return parseBraces(characters, at);
    default:
      return [1, 1, at];
  }
}

function parseBraces(characters: string[], at: number): [number, number | null, number] {
  const end = characters.indexOf('}', at);
  const [, least, comma, most] = /^(\d+)(,?)(\d*)$/.exec(characters.slice(at + 1, end).join('')) ?? [];
  if (end < 0 || least === undefined || (comma === '' && most !== '')) {
    throw new PatternError(
      `"{" at character ${at + 1} must be a count such as {3}, {2,4} or {2,}; write "\\{" for the character itself`,
    );
  }
  const low = Number(least);
  const high = comma === '' ? low : most === '' ? null : Number(most);
  const count = `the count ${characters.slice(at, end + 1).join('')} at character ${at + 1}`;
  if (Math.max(low, high ?? 0) > MAX_STEPS) {
    throw new PatternError(
      `${count} is too large; a count, and a pattern with its repetitions written out, can be at most ${MAX_STEPS}`,
    );
  }
  if (high === 0) throw new PatternError(`${count} repeats nothing; its largest number must be at least 1`);
  if (high !== null && high < low) {
    throw new PatternError(`${count} has a larger number before a smaller one; write the smaller number first`);
  }
  return [low, high, end + 1];
}

const codeOf = (character: string): number => character.codePointAt(0) as number;

/** Works for every character, also for one that has a meaning in RE2. */
const literal = (character: string): string => `\\x{${codeOf(character).toString(16)}}`;
