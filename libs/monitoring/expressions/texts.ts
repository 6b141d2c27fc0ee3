import { fromKnown, ifBothKnown, ifKnown } from './known-values';
import { patternCost } from '../rule-cost';
import { spend } from '../work-limit';
import type { Operator } from './operator';
import { compilePattern, PatternError } from './text-pattern';
import { hasPart } from './text-search';

/** Of a text that is searched. */
const CHARACTERS_IN_A_STEP = 4;

export const startsWith = textTest('beginning', (text, part) => text.startsWith(part));
export const endsWith = textTest('end', (text, part) => text.endsWith(part));
export const contains = textTest('part', hasPart);

/** The text in lower case, in any script. */
export const lower: Operator = (operand, path, compiler) => {
  const text = compiler.text(operand, path);
  return (
    text && {
      type: 'text',
      read: fromKnown(text.read, (value) => {
        spend(value.length); // a character beyond ASCII takes a step
        return value.toLowerCase();
      }),
    }
  );
};

/** `[text, pattern]`: the whole text matches the pattern; see compilePattern. */
export const matches: Operator = (operands, path, compiler) => {
  const items = compiler.operands(operands, path, ['text', 'pattern']);
  if (items === undefined) return undefined;
  const text = compiler.text(items[0], `${path}/0`);
  const pattern = compiler.text(items[1], `${path}/1`);
  if (!text || !pattern) return undefined;
  if (pattern.constant === undefined) return compiler.problem(`${path}/1`, 'expected the pattern as a literal text');
  try {
    const { steps, test } = compilePattern(pattern.constant);
    compiler.charge(path, patternCost(steps));
    return { type: 'condition', read: ifKnown(text.read, test) };
  } catch (error) {
    if (error instanceof PatternError) return compiler.problem(`${path}/1`, error.message);
    throw error;
  }
};

function textTest(part: string, test: (text: string, part: string) => boolean): Operator {
  return (operands, path, compiler) => {
    const items = compiler.operands(operands, path, ['text', part]);
    if (items === undefined) return undefined;
    const [whole, piece] = items.map((item, index) => compiler.text(item, `${path}/${index}`));
    if (!whole || !piece) return undefined;
    if (piece.constant === '') return compiler.problem(`${path}/1`, 'expected a text that is not empty');
    const read = ifBothKnown(whole.read, piece.read, (text, wanted) => {
      spend((text.length + wanted.length) / CHARACTERS_IN_A_STEP);
      return test(text, wanted);
    });
    return { type: 'condition', read };
  };
}
