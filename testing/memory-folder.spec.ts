import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createMemoryFolder } from './memory-folder';

const parent = mkdtempSync(join(tmpdir(), 'probity-memory-'));
afterAll(() => rmSync(parent, { recursive: true }));

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('deletes the folders of runs that are over, and no others', () => {
  const endedRun = join(parent, 'probity-tests-4194305-abcdef'); // above the largest id that Linux gives
  const otherProgram = join(parent, 'shared-memory');
  for (const each of [endedRun, otherProgram]) mkdirSync(each);
  const first = createMemoryFolder(parent);
  const second = createMemoryFolder(parent);
  expect([endedRun, otherProgram, first!, second!].map((each) => existsSync(each))).toEqual([false, true, true, true]);
  expect(basename(first!)).toMatch(new RegExp(`^probity-tests-${process.pid}-`));
});

it('needs the folder of the system', () => {
  expect(createMemoryFolder(join(parent, 'missing'))).toBeUndefined();
});
