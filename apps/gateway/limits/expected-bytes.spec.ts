import { ExpectedBytes } from './expected-bytes';

describe('the expected length of a response', () => {
  it('is that of the last large one of the tenant and the route', () => {
    const expected = new ExpectedBytes();
    expect(expected.of('bank', '/rules')).toBe(0);
    expected.note('bank', '/rules', 800_000);
    expect(expected.of('bank', '/rules')).toBe(800_000);
    expect(expected.of('bank', '/events')).toBe(0);
    expect(expected.of('other', '/rules')).toBe(0);
  });

  it('is halved by each smaller one', () => {
    const expected = new ExpectedBytes();
    for (const bytes of [800_000, 10, 10]) expected.note('bank', '/rules', bytes);
    expect(expected.of('bank', '/rules')).toBe(200_000);
  });
});
