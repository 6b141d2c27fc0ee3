import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetStranger, serverOf } from './server-process';

describe('the server of a data directory', () => {
  let folder: string;
  let data: string;
  const programs: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'probity-server-'));
    data = mkdtempSync(join(folder, 'data-'));
  });
  afterEach(async () => {
    for (const program of programs.splice(0)) await end(program);
    rmSync(folder, { recursive: true, force: true });
  });

  /** A program that does nothing, with a chosen name and arguments. */
  async function started(name: string, ...args: string[]): Promise<number> {
    const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args], {
      argv0: name,
      cwd: data,
      stdio: 'ignore',
    });
    await once(program, 'spawn');
    programs.push(program);
    return program.pid!;
  }
  async function end(program: ChildProcess): Promise<void> {
    if (program.exitCode !== null || program.signalCode !== null) return;
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
  const says = (pid: number): void => writeFileSync(join(data, 'postmaster.pid'), `${pid}\n${data}\n`);
  const pidFileIsThere = (): boolean => existsSync(join(data, 'postmaster.pid'));

  it('is the process in the pid file that was started on the directory, even after a move', async () => {
    expect(serverOf(data)).toBeUndefined();
    const pid = await started('/bin/postgres', '-D', data);
    says(pid);
    expect(serverOf(data)).toBe(pid);
    forgetStranger(data);
    expect(pidFileIsThere()).toBe(true);
    const moved = join(folder, 'moved');
    renameSync(data, moved);
    expect(serverOf(moved)).toBe(pid);
  });

  it('is not a process that has ended; its pid file is kept for Postgres', async () => {
    says(await started('/bin/postgres', '-D', data));
    await end(programs[0]!);
    expect(serverOf(data)).toBeUndefined();
    forgetStranger(data);
    expect(pidFileIsThere()).toBe(true);
  });

  it.each([
    ['another program in the same folder', '/bin/sleep', ['-D', 'DATA']],
    ['a server of another directory', '/bin/postgres', ['-D', '/elsewhere']],
    ['a connection process of a server', 'postgres: probity postgres [local] idle', []],
  ])('is not %s that reuses the process id; the pid file is deleted', async (_what, name, args) => {
    says(await started(name, ...args.map((word) => (word === 'DATA' ? data : word))));
    expect(serverOf(data)).toBeUndefined();
    forgetStranger(data);
    expect(pidFileIsThere()).toBe(false);
    expect(programs[0]!.exitCode).toBeNull();
  });
});
