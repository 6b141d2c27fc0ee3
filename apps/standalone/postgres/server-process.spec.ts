import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetStranger, serverOf } from './server-process';

describe('the server of a data directory', () => {
  let folder: string;
  let data: string;
  const others: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'probity-server-'));
    data = mkdtempSync(join(folder, 'data-'));
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await end(other);
    rmSync(folder, { recursive: true, force: true });
  });

  async function programIn(cwd: string): Promise<ChildProcess> {
    const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd, stdio: 'ignore' });
    await once(program, 'spawn');
    others.push(program);
    return program;
  }
  async function end(program: ChildProcess): Promise<void> {
    if (program.exitCode !== null || program.signalCode !== null) return;
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
  const says = (pid: number): void => writeFileSync(join(data, 'postmaster.pid'), `${pid}\n${data}\n`);

  it('is the one that its pid file names and that works there, also when it was moved', async () => {
    expect(serverOf(data)).toBeUndefined();
    const { pid } = await programIn(data);
    says(pid!);
    expect(serverOf(data)).toBe(pid);
    const moved = join(folder, 'moved');
    renameSync(data, moved);
    expect(serverOf(moved)).toBe(pid);
  });

  it('is not one that has ended; its pid file stays, for Postgres to see what remains of it', async () => {
    const program = await programIn(data);
    says(program.pid!);
    await end(program);
    expect(serverOf(data)).toBeUndefined();
    forgetStranger(data);
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(true);
  });

  it('is not a program that has got its number and works elsewhere', async () => {
    const stranger = await programIn(folder);
    says(stranger.pid!);
    expect(serverOf(data)).toBeUndefined();
    forgetStranger(data);
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
    expect(stranger.exitCode).toBeNull();
  });
});
