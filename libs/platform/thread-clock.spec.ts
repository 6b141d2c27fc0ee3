import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ThreadClock } from './thread-clock';

describe('the clock of a thread', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probity-clock-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param runTime what the system says; undefined: it says nothing */
  function clockWith(runTime: string | undefined): { clock: ThreadClock; says: (text: string) => void } {
    const path = join(folder, 'schedstat');
    const says = (text: string): void => writeFileSync(path, text);
    if (runTime !== undefined) says(runTime);
    return { clock: new ThreadClock(path), says };
  }
  const work = (ms: number): void => {
    for (const until = performance.now() + ms; performance.now() < until;);
  };

  it('shows how long the thread has run, and in between how long it may have run', () => {
    const { clock, says } = clockWith('5000000 70000000 12\n');
    clock.look();
    work(3);
    expect(clock.now()).toBeGreaterThanOrEqual(8);
    says('6000000 72000000 13\n'); // the rest was waiting
    clock.look();
    expect(clock.now()).toBeLessThan(8);
  });

  it.each([
    ['does not say it', undefined],
    ['does not count', '0 0 0\n'],
    ['says something else', 'n/a\n'],
  ])('counts all time when the system %s', (_, runTime) => {
    const { clock } = clockWith(runTime);
    clock.look();
    const before = clock.now();
    work(3);
    clock.look();
    expect(clock.now() - before).toBeGreaterThanOrEqual(3);
  });
});
