import { lineRows } from './line-differences';

it('puts equal lines beside each other, and changed ones too', () => {
  expect(lineRows(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([
    { left: 'a', right: 'a', kind: 'same' },
    { left: 'b', right: 'x', kind: 'changed' },
    { left: 'c', right: 'c', kind: 'same' },
    { right: 'd', kind: 'added' },
  ]);
});

it('leaves a place empty beside a line that the other text lacks', () => {
  expect(lineRows(['a', 'b', 'c'], ['c'])).toEqual([
    { left: 'a', kind: 'removed' },
    { left: 'b', kind: 'removed' },
    { left: 'c', right: 'c', kind: 'same' },
  ]);
  expect(lineRows([], [])).toEqual([]);
});
