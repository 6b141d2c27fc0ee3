import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { PROJECT, readProjectFile } from '../project-files';
import { interpolationsIn } from './compose-file';

describe('deploy/compose/make-env.sh', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'probity-env-'));
    file = join(folder, '.env');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const makeEnv = () => spawnSync('sh', [join(PROJECT, 'deploy/compose/make-env.sh'), file], { encoding: 'utf8' });
  const made = () => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;

  it('sets every variable that docker-compose.yml requires, and no other', () => {
    expect(makeEnv()).toMatchObject({ status: 0, stderr: '' });
    const required = interpolationsIn(readProjectFile('docker-compose.yml'))
      .filter(({ fallback }) => fallback === undefined)
      .map(({ variable }) => variable);
    expect(Object.keys(made()).sort()).toEqual([...new Set(required)].sort());
  });

  it('creates new values each time, long enough and safe in a URL', () => {
    makeEnv();
    const first = made();
    rmSync(file);
    makeEnv();
    const values = [...Object.values(first), ...Object.values(made())];
    expect(new Set(values).size).toBe(values.length);
    for (const [name, value] of Object.entries(first)) {
      if (name.endsWith('_KEY')) expect(Buffer.from(value, 'base64')).toHaveLength(32);
      else expect({ name, value }).toEqual({ name, value: expect.stringMatching(/^[0-9a-f]{48}$/) });
    }
  });

  it('lets no other user read the file', () => {
    makeEnv();
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it('does not change an existing file', () => {
    writeFileSync(file, 'PROBITY_MASTER_KEY=mine\n');
    expect(makeEnv()).toMatchObject({ status: 1, stderr: expect.stringContaining('already exists') });
    expect(readFileSync(file, 'utf8')).toBe('PROBITY_MASTER_KEY=mine\n');
  });

  it('creates a file that git and image builds ignore', () => {
    expect(readProjectFile('.gitignore').split('\n')).toContain('.env');
  });
});
