import { current, fetches, newProcess, pass, publisher, setSource } from './testing/list-source-scene';

/** Rows of OFAC's `sdn.csv` and `alt.csv`. */
const rows = (count: number, row: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => row(n + 1)).join('');
const entriesOf = (count: number) =>
  rows(count, (n) => `${n},"EXAMPLE N${n}, Ann","individual","TEST"${',-0- '.repeat(8)}\r\n`);
const aliasesOf = (count: number) => rows(count, (n) => `${n},${n},"aka","EXAMPLE A${n}, Annie",-0- \r\n`);

const DAY = 24 * 60;
const serves = (content: string, url: string) => publisher.files.set(url, content);

it.each([
  ['is empty', '', 'empty_file', 'the file "alt" at lists.example.org is empty. No changes were made.'],
  [
    'is cut off',
    aliasesOf(5),
    'too_many_removed',
    expect.stringMatching(/ names of .* from 40 to 25, more than a tenth/),
  ],
])('a fetch whose file of aliases %s changes nothing', async (_what, content, code, message) => {
  const files = ['sdn', 'alt', 'add', 'comments'].map((role) => ({ role, url: `https://lists.example.org/${role}` }));
  for (const { url } of files) serves('\x1a', url);
  serves(entriesOf(20), files[0]!.url);
  serves(aliasesOf(20), files[1]!.url);
  await setSource({ format: 'ofac-sdn' }, files);
  const { fetcher } = newProcess();
  await fetcher.round();
  expect(await current()).toEqual({ version: 1, entries: 20 });
  pass(DAY);
  serves(content, files[1]!.url);
  await fetcher.round();
  expect((await fetches())[0]).toMatchObject({ result: 'failed', code, message });
  expect(await current()).toEqual({ version: 1, entries: 20 });
});
