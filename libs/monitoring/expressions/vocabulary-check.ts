import type { TextExpression, TextsExpression } from './expression';
import type { NodeCompiler } from './node-compiler';

type Worded<Context> = TextExpression<Context> | TextsExpression<Context>;

/**
 * Notes a literal that the field beside it can never hold (`"incoming"` for a direction, `"Iran"` for a
 * country): such a comparison would be false for ever without anybody noticing.
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
