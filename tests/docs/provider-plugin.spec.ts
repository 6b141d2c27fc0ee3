import { codeBlocks, readPage } from './markdown';

const examples = codeBlocks(readPage('docs/guides/write-a-provider-plugin.md')).filter(
  ({ language }) => language === 'ts',
);

/** The files are compiled, and the specs in `libs/providers/testing/acme-check` run them, one with the contract suite. */
describe('the guide to provider plugins', () => {
  it.each([
    ['plugin.ts', 0],
    ['plugin.spec.ts', 1],
    ['screening.ts', 2],
    ['monitoring.ts', 3],
  ])('shows %s as it is tested', (file, index) => {
    expect(`${examples[index]!.text}\n`).toBe(readPage(`libs/providers/testing/acme-check/${file}`));
  });

  it('needs fewer than 150 lines, with the test', () => {
    const lines = examples.slice(0, 2).flatMap(({ text }) => text.split('\n'));
    expect(lines.length).toBeLessThan(150);
  });
});
