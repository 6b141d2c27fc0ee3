import { differences, type Part } from './differences';

const shown = (parts: Part[]): string => parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

describe('two names', () => {
  it.each([
    ['Jon Smith', 'John Smith', 'Jon Smith', 'Jo[h]n Smith'],
    ['AERO-CARIBBEAN', 'Aerocaribbean', 'AERO[-]CARIBBEAN', 'Aerocaribbean'],
    ['José Álvarez', 'Jose Alvares', 'José Álvare[z]', 'Jose Alvare[s]'],
    ['', 'Ana', '', '[Ana]'],
    ['Иван', 'Ivan', '[Иван]', '[Ivan]'],
  ])('%s and %s have their differing letters marked', (one, other, ours, theirs) => {
    expect(differences(one, other).map(shown)).toEqual([ours, theirs]);
  });

  it('keep all their letters, also when they are very long', () => {
    const [long, other] = ['a'.repeat(10_000), '𝒜\u202Eb'.repeat(3_000)];
    const [ours, theirs] = differences(long, other);
    expect(ours.map(({ text }) => text).join('')).toBe(long);
    expect(theirs.map(({ text }) => text).join('')).toBe(other);
  });
});
