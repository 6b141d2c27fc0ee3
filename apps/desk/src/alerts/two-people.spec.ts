import { followsOf } from './two-people';

const FOLLOWS = 'The alert closes.';

it('says only what follows where one person decides', () => {
  expect(followsOf(FOLLOWS, 3, 0)).toBe(FOLLOWS);
});

it.each([
  [1, 1, 'This needs two people: another person must approve it first. Then: The alert closes.'],
  [4, 4, 'These need two people: another person must approve it first. Then: The alert closes.'],
  [4, 1, '1 of the 4 need two people: another person must approve it first. Then: The alert closes.'],
])('says of %i alerts that %i need two people', (of, needTwo, text) => {
  expect(followsOf(FOLLOWS, of, needTwo)).toBe(text);
});
