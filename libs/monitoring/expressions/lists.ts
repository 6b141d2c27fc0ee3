import { asDecimal } from './as-decimal';
import { TYPE_NAMES } from './expression';
import { fromKnown, ifBothKnown, ifKnown } from './known-values';
import { spend } from '../work-limit';
import type { Operator } from './operator';
import { checkVocabulary } from './vocabulary-check';

/** Putting a text into a set, or looking it up. */
const STEPS_OF_A_TEXT = 4;

/** `[x, list]`: the text or number x is in the list. */
export const inList: Operator = (operands, path, compiler) => {
  const items = compiler.operands(operands, path, ['text or number', 'list']);
  if (items === undefined) return undefined;
  const value = compiler.typed(items[0], `${path}/0`, 'a text or a number', ['text', 'integer', 'decimal']);
  const list = compiler.typed(items[1], `${path}/1`, 'a list', ['texts', 'numbers']);
  if (!value || !list) return undefined;

  if (value.type === 'text' && list.type === 'texts') {
    checkVocabulary(value, list, `${path}/1`, compiler);
    const words = list.constant && new Set(list.constant);
    const read = words
      ? ifKnown(value.read, (text) => words.has(text))
      : ifBothKnown(value.read, list.read, (text, texts) => {
          spend(texts.length);
          return texts.includes(text);
        });
    return { type: 'condition', read };
  }
  if (value.type !== 'text' && list.type === 'numbers') {
    const numbers = new Set(list.constant);
    return { type: 'condition', read: ifKnown(asDecimal(value).read, (number) => numbers.has(number)) };
  }
  return compiler.problem(
    path,
    'expected a text and a list of texts, or a number and a list of numbers; ' +
      `found ${TYPE_NAMES[value.type]} and ${TYPE_NAMES[list.type]}`,
  );
};

/** `[list, list]`: the first has at least one text of the second. */
export const containsAny = listTest((list, wanted) => {
  const sought = new Set(wanted);
  return list.some((text) => sought.has(text));
});

/** `[list, list]`: the first has every text of the second. */
export const containsAll = listTest((list, wanted) => {
  const missing = new Set(wanted);
  for (const text of list) missing.delete(text);
  return missing.size === 0;
});

/** The number of texts in a list. */
export const size: Operator = (operand, path, compiler) => {
  const list = compiler.typed(operand, path, 'a list of texts', ['texts']);
  return list && { type: 'integer', read: fromKnown(list.read, (texts) => texts.length) };
};

function listTest(test: (list: readonly string[], wanted: readonly string[]) => boolean): Operator {
  return (operands, path, compiler) => {
    const items = compiler.operands(operands, path, ['list', 'list']);
    if (items === undefined) return undefined;
    const [list, wanted] = items.map((item, index) =>
      compiler.typed(item, `${path}/${index}`, 'a list of texts', ['texts']),
    );
    if (!list || !wanted) return undefined;
    checkVocabulary(list, wanted, `${path}/1`, compiler);
    const read = ifBothKnown(list.read, wanted.read, (texts, sought) => {
      spend((texts.length + sought.length) * STEPS_OF_A_TEXT);
      return test(texts, sought);
    });
    return { type: 'condition', read };
  };
}
