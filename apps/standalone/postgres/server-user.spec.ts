import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../testing/test-postgres';
import { canReach } from './server-user';

describe('a system user', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('probity-reach-');
    mkdirSync(join(folder, 'closed', 'inside'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const stranger = { uid: 4_242_424, gid: 4_242_424 };

  it('can reach a folder when it may enter every folder on the path', () => {
    expect(canReach(join(folder, 'closed', 'inside', 'home'), stranger)).toBe(true);
  });

  it('cannot reach a folder when it may not enter one folder on the path', () => {
    chmodSync(join(folder, 'closed'), 0o700);
    expect(canReach(join(folder, 'closed', 'inside', 'home'), stranger)).toBe(false);
  });

  it('can reach a folder inside its own private folder', () => {
    chmodSync(join(folder, 'closed'), 0o700);
    const { uid, gid } = statSync(folder);
    expect(canReach(join(folder, 'closed', 'inside', 'home'), { uid, gid })).toBe(true);
  });
});
