import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';

/** A session that `sign-in` started. */
export interface StoredSession {
  token: string;
  /** ISO 8601 */
  expires_at: string;
}

/** By the address of the back office. */
type Sessions = Record<string, StoredSession>;

/** Where sessions are stored: a file that only its owner can read. */
export const sessionsPath = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'probity', 'sessions.json');

/** @throws InputError when the file cannot be read or is malformed */
export function readSessions(env: NodeJS.ProcessEnv): Sessions {
  const path = sessionsPath(env);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Sessions;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    if (error instanceof SyntaxError) throw new InputError('bad_configuration', `${path} is damaged; delete it`);
    throw new InputError('bad_configuration', fileProblem(path, error));
  }
}

/** Stores a session, or forgets it when there is none. */
export function storeSession(url: string, session: StoredSession | undefined, env: NodeJS.ProcessEnv): void {
  const path = sessionsPath(env);
  const { [url]: _before, ...others } = readSessions(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  const sessions = { ...others, ...(session && { [url]: session }) };
  writeFileSync(draft, `${JSON.stringify(sessions, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** The token of the session at the address, unless it has ended. */
export function storedToken(url: string, env: NodeJS.ProcessEnv, now = new Date()): string | undefined {
  const session = readSessions(env)[url];
  return session && Date.parse(session.expires_at) > now.getTime() ? session.token : undefined;
}
