/**
 * The condition of a monitoring rule as text for people, such as
 * `(activity.direction eq inbound) and (activity.amount gte 8000)`. A part of an unknown form is shown as JSON.
 */
export function conditionText(node: unknown): string {
  if (Array.isArray(node)) return `[${node.map(conditionText).join(', ')}]`;
  if (typeof node !== 'object' || node === null) return typeof node === 'string' ? node : JSON.stringify(node);
  const [[operator, operands] = ['', undefined], ...others] = Object.entries(node);
  if (others.length > 0 || operator === '') return JSON.stringify(node);
  if (operator === 'field' && typeof operands === 'string') return operands;
  const all: unknown[] = Array.isArray(operands) ? operands : [operands];
  const texts = all.map((operand) => (isOperation(operand) ? `(${conditionText(operand)})` : conditionText(operand)));
  if (operator === 'and' || operator === 'or') return texts.join(` ${operator} `);
  return texts.length === 2 ? `${texts[0]} ${operator} ${texts[1]}` : `${operator} ${texts.join(', ')}`;
}

const isOperation = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && !Array.isArray(node) && !('field' in node);
