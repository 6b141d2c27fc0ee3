import { offeredTwice } from './offered-twice';

const part = (...keys: string[]) => keys.map((one) => ({ keys: one }));

describe('the keys of a page', () => {
  it.each([
    ['of one part', [part('j', 'k', 'j')], ['j']],
    ['of two parts', [part('g a', 'a'), part('a')], ['a']],
    ['that begin those of another', [part('g a', 'g b'), part('g')], ['g']],
  ])('%s have two meanings', (_, parts, twice) => {
    expect(offeredTwice(parts)).toEqual(twice);
  });

  it('are told apart by their second key', () => {
    expect(offeredTwice([part('g a', 'g b', '?'), part('a', 'b', 'Enter')])).toEqual([]);
  });
});
