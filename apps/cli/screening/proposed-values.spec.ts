import { readRule, readWeights } from './proposed-values';

describe('proposed settings of screening', () => {
  it('are read from the command line', () => {
    expect(readWeights(['other_country=-0.2', 'same_day = 0.15'])).toEqual({ other_country: -0.2, same_day: 0.15 });
    expect(readRule('list=ofac-sdn,kind=person,threshold=0.9')).toEqual({
      list: 'ofac-sdn',
      kind: 'person',
      threshold: 0.9,
    });
  });

  it.each<[() => unknown, RegExp]>([
    [() => readWeights(['other_country']), /^--weight must have the form name=value, not other_country$/],
    [() => readWeights(['other_country=much']), /^other_country must be a number, such as 0\.8, not much$/],
    [() => readRule('lists=a,threshold=0.9'), /^--rule has no lists; it has list, subject, kind, threshold$/],
    [() => readRule('threshold=1e3'), /^threshold must be a number/],
  ])('rejects another form: %s', (read, message) => {
    expect(read).toThrow(message);
  });
});
