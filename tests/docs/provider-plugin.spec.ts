import { codeBlocks, readPage } from './markdown';

const examples = codeBlocks(readPage('docs/guides/write-a-provider-plugin.md')).filter(
  ({ language }) => language === 'ts',
);

/** The files are compiled, and `libs/providers/testing/acme-check/plugin.spec.ts` runs the contract suite on them. */
describe('the guide to provider plugins', () => {
  it.each([
    ['plugin.ts', 0],
    ['plugin.spec.ts', 1],
  ])('shows %s as it is tested', (file, index) => {
    expect(`${examples[index]!.text}\n`).toBe(readPage(`libs/providers/testing/acme-check/${file}`));
  });

  it('needs fewer than 150 lines, with the test', () => {
    const lines = examples.flatMap(({ text }) => text.split('\n'));
    expect(lines.length).toBeLessThan(150);
  });
});
