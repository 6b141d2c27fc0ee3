import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionsPath, storedToken, storeSession } from './stored-sessions';

describe('the session of a back office', () => {
  const NOW = new Date('2026-03-01T10:00:00Z');
  const session = { token: 'secret', expires_at: '2026-03-01T11:00:00Z' };
  let env: NodeJS.ProcessEnv;
  beforeEach(() => {
    env = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'probity-sessions-')) };
  });
  afterEach(() => rmSync(env.XDG_CONFIG_HOME!, { recursive: true }));

  it('is in a file that only its owner can read, by its address', () => {
    storeSession('http://a', session, env);
    storeSession('http://b', { ...session, token: 'other' }, env);
    expect(statSync(sessionsPath(env)).mode & 0o777).toBe(0o600);
    expect([storedToken('http://a', env, NOW), storedToken('http://b', env, NOW)]).toEqual(['secret', 'other']);
    expect(storedToken('http://c', env, NOW)).toBeUndefined();
  });

  it('is not used after its end, and is forgotten after signing out', () => {
    storeSession('http://a', session, env);
    expect(storedToken('http://a', env, new Date('2026-03-01T11:00:00Z'))).toBeUndefined();
    storeSession('http://a', undefined, env);
    expect(storedToken('http://a', env, NOW)).toBeUndefined();
  });
});
