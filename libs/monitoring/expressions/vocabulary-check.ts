import type { TextExpression, TextsExpression } from './expression';
import type { NodeCompiler } from './node-compiler';

type Worded<Context> = TextExpression<Context> | TextsExpression<Context>;

/**
 * Reports a literal that the compared field can never have, such as `"incoming"` for a direction or `"Iran"` for a
 * country. Otherwise the comparison would always be false, and the officer would not notice.
 */
export function checkVocabulary<Context>(
  field: Worded<Context>,
  literal: Worded<Context>,
  literalPath: string,
  compiler: NodeCompiler<Context>,
): void {
  const { vocabulary } = field;
  if (vocabulary === undefined || literal.constant === undefined) return;
  const words = typeof literal.constant === 'string' ? [literal.constant] : literal.constant;
  words.forEach((word, index) => {
    if (vocabulary.allows(word)) return;
    const path = typeof literal.constant === 'string' ? literalPath : `${literalPath}/${index}`;
    compiler.problem(path, `expected ${vocabulary.expected}, found "${word}"`);
  });
}
