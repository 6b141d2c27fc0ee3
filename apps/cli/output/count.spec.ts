import { count } from './count';

describe('a count', () => {
  it.each([
    [0, '0 entries'],
    [1, '1 entry'],
    [2, '2 entries'],
    [1_234_567, '1,234,567 entries'],
  ])('of %i reads "%s"', (number, text) => expect(count(number, 'entry', 'entries')).toBe(text));
});
