const MAX_STEPS = 200;

/** One character to match. `again`: it may repeat. `optional`: it may be absent. */
interface Step {
  matches: (character: string) => boolean;
  optional: boolean;
  again: boolean;
}

/** The pattern is invalid. The message names the place and what is allowed. */
export class PatternError extends Error {}

/**
 * Compiles a pattern that must match a whole text. A pattern has literal characters, `.` (any character), `\d` (0-9),
 * `\w` (a letter or digit of any script, or _), `\s` (white space), and classes such as `[A-Z0-9]` and `[^x]`. Each of
 * them can be followed by `?`, `*`, `+`, `{3}`, `{2,4}` or `{2,}`. There are no groups and no alternatives; use `or`.
 *
 * The matcher follows all possible matches at the same time (Thompson 1968), without backtracking. So the time is at
 * most proportional to the length of the text times the length of the pattern.
 *
 * @throws PatternError
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const steps = parseSteps([...pattern]);
  let active = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);

  /** Marks a step as next, and the following steps that can be reached because optional steps are skipped. */
  const reach = (marks: Uint8Array, step: number): void => {
    marks[step] = 1;
    for (let i = step; steps[i]?.optional; i++) marks[i + 1] = 1;
  };

  return (text) => {
    active.fill(0);
    reach(active, 0);
    for (const character of text) {
      next.fill(0);
      let alive = false;
      for (let i = 0; i < steps.length; i++) {
        if (active[i] === 0) continue;
        const step = steps[i] as Step;
        if (!step.matches(character)) continue;
        alive = true;
        reach(next, step.again ? i : i + 1);
      }
      if (!alive) return false;
      [active, next] = [next, active];
    }
    return active[steps.length] === 1;
  };
}

function parseSteps(characters: string[]): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < characters.length) {
    const [matches, afterAtom] = parseAtom(characters, at);
    const [least, most, afterCount] = parseCount(characters, afterAtom);
    if (steps.length + (most ?? least + 1) > MAX_STEPS) {
      throw new PatternError(
        `the pattern is too long; with its repetitions, it can have at most ${MAX_STEPS} characters`,
      );
    }
    for (let i = 0; i < least; i++) steps.push({ matches, optional: false, again: false });
    if (most === null) steps.push({ matches, optional: true, again: true });
    else for (let i = least; i < most; i++) steps.push({ matches, optional: true, again: false });
    at = afterCount;
  }
  return steps;
}

function parseAtom(characters: string[], at: number): [Step['matches'], number] {
  const character = characters[at] as string;
  if (character === '.') return [() => true, at + 1];
  if (character === '\\') return [escaped(characters[at + 1]), at + 2];
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
  return [(one) => one === character, at + 1];
}

function escaped(character: string | undefined): Step['matches'] {
  if (character === undefined) throw new PatternError('the pattern ends in a single backslash');
  if (character === 'd') return (one) => one >= '0' && one <= '9';
  if (character === 'w') return (one) => /^[\p{L}\p{N}_]$/u.test(one);
  if (character === 's') return (one) => /^\s$/u.test(one);
  if (/^[\p{L}\p{N}]$/u.test(character)) {
    throw new PatternError(`"\\${character}" is not known; use \\d, \\w or \\s`);
  }
  return (one) => one === character;
}

function parseClass(characters: string[], start: number): [Step['matches'], number] {
  const members: Step['matches'][] = [];
  const negated = characters[start] === '^';
  let at = negated ? start + 1 : start;
  for (; characters[at] !== ']'; at++) {
    const first = characters[at];
    if (first === undefined) throw new PatternError('a "[" has no "]"');
    if (first === '\\') {
      members.push(escaped(characters[++at]));
    } else if (characters[at + 1] === '-' && characters[at + 2] !== ']') {
      const last = characters[at + 2];
      if (last === undefined) throw new PatternError('a "[" has no "]"');
      const [low, high] = [codeOf(first), codeOf(last)];
      if (high < low) throw new PatternError(`the range "${first}-${last}" is backwards`);
      members.push((one) => codeOf(one) >= low && codeOf(one) <= high);
      at += 2;
    } else {
      members.push((one) => one === first);
    }
  }
  if (members.length === 0) throw new PatternError('"[]" is empty; put at least one character into it');
  return [(one) => members.some((matches) => matches(one)) !== negated, at + 1];
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
  const [, least, comma, most] = /^(\d{1,3})(,?)(\d{0,3})$/.exec(characters.slice(at + 1, end).join('')) ?? [];
  if (end < 0 || least === undefined || (comma === '' && most !== '')) {
    throw new PatternError(`"{" at character ${at + 1} must be a count such as {3}, {2,4} or {2,}`);
  }
  const low = Number(least);
  const high = comma === '' ? low : most === '' ? null : Number(most);
  const count = `the count ${characters.slice(at, end + 1).join('')} at character ${at + 1}`;
  if (high === 0) throw new PatternError(`${count} repeats nothing; its largest number must be at least 1`);
  if (high !== null && high < low) {
    throw new PatternError(`${count} has a larger number before a smaller one; write the smaller number first`);
  }
  return [low, high, end + 1];
}

const codeOf = (character: string): number => character.codePointAt(0) as number;
