import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../testing/test-postgres';
import { canReach } from './server-user';

describe('whether a system user can reach a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('probity-reach-');
    mkdirSync(join(folder, 'closed', 'inside'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const stranger = { uid: 4_242_424, gid: 4_242_424 };

  it('is so when every folder on the way may be passed', () => {
    expect(canReach(join(folder, 'closed', 'inside', 'home'), stranger)).toBe(true);
  });

  it('is not so when one folder on the way is closed', () => {
    chmodSync(join(folder, 'closed'), 0o700);
    expect(canReach(join(folder, 'closed', 'inside', 'home'), stranger)).toBe(false);
  });

  it('takes the permission of the owner for the owner', () => {
    chmodSync(join(folder, 'closed'), 0o700);
    const { uid, gid } = statSync(folder);
    expect(canReach(join(folder, 'closed', 'inside', 'home'), { uid, gid })).toBe(true);
  });
});
