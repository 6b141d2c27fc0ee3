import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../testing/test-postgres';
import { ROOT } from './markdown';

describe('docs/tutorials/setup.sh', () => {
  const folder = temporaryFolder('probity-setup-');
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['.probity', undefined],
    ['another place', join(folder, 'another place')],
  ])('reads demo.json of the data directory %s', (data, PROBITY_DATA_DIR) => {
    mkdirSync(join(folder, data));
    const demo = { api_key: `key of ${data}`, base_url: 'http://127.0.0.1:1/api/v1' };
    writeFileSync(join(folder, data, 'demo.json'), JSON.stringify(demo));
    const script = '. "$SETUP" && echo "$KEY $API"';
    const env = { ...process.env, PROBITY_DATA_DIR, SETUP: join(ROOT, 'docs/tutorials/setup.sh') };
    const output = execFileSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
    expect(output).toBe(`key of ${data} http://127.0.0.1:1/api/v1/tenants/acme\n`);
  });
});
