import { join } from 'node:path';
import { InputError, UsageError } from '../errors';
import { storedToken } from './stored-sessions';
import { readDemo } from './read-demo';

export interface ConnectionOptions {
  url?: string;
  token?: string;
}

/** The address of a back office, and the token of a session, of a service account or of the operator. */
export interface Connection {
  /** without a trailing slash */
  url: string;
  token: string;
}

interface Setting {
  value: string;
  source: string;
  /** whether the token comes from `--token` */
  isOption: boolean;
}

/**
 * Takes the address and the token each from the option, else from the environment variable, else from the
 * `demo.json` that a local instance wrote. The token of `demo.json` is sent only to the instance that wrote it.
 *
 * @throws InputError that says what is missing or malformed; the message never contains the token
 */
export function findConnection(options: ConnectionOptions, env: NodeJS.ProcessEnv): Connection {
  const url = setting('--url', options.url, 'PROBITY_BACK_OFFICE_URL', env);
  const token =
    setting('--token', options.token, 'PROBITY_TOKEN', env) ??
    setting('--token', undefined, 'PROBITY_OPERATOR_TOKEN', env);
  if (url && token) return { url: checkedUrl(url), token: checkedToken(token) };
  const session = url && storedToken(checkedUrl(url), env);
  if (session) return { url: checkedUrl(url), token: session };

  const path = join(env.PROBITY_DATA_DIR || '.probity', 'demo.json');
  const demo = readDemo(path);
  if (!demo) throw nothingFound(url, path);
  const local: Connection = {
    url: checkedUrl(fromFile(demo.back_office_url, path)),
    token: checkedToken(fromFile(demo.operator_token, path)),
  };
  if (!url) {
    return { url: local.url, token: token ? checkedToken(token) : (storedToken(local.url, env) ?? local.token) };
  }

  const given = checkedUrl(url);
  if (new URL(given).origin !== new URL(local.url).origin) {
    throw new InputError(
      'no_token',
      `no token is known for ${given}: the one in ${path} is for ${local.url}. ` +
        'Sign in, pass --token, or set PROBITY_TOKEN.',
    );
  }
  return { url: given, token: local.token };
}

/**
 * The address of the back office, for commands that need no token.
 *
 * @throws InputError that says what is missing or malformed
 */
export function findUrl(options: ConnectionOptions, env: NodeJS.ProcessEnv): string {
  const url = setting('--url', options.url, 'PROBITY_BACK_OFFICE_URL', env);
  if (url) return checkedUrl(url);
  const path = join(env.PROBITY_DATA_DIR || '.probity', 'demo.json');
  const demo = readDemo(path);
  if (!demo) throw nothingFound(undefined, path);
  return checkedUrl(fromFile(demo.back_office_url, path));
}

function setting(
  flag: string,
  option: string | undefined,
  variable: string,
  env: NodeJS.ProcessEnv,
): Setting | undefined {
  if (option !== undefined) return { value: option, source: flag, isOption: true };
  const value = env[variable];
  return value ? { value, source: variable, isOption: false } : undefined;
}

function fromFile(value: string, path: string): Setting {
  return { value, source: path, isOption: false };
}

function checkedUrl({ value, source, isOption }: Setting): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain) {
    throw malformed(
      `the address in ${source} must look like http://127.0.0.1:3001/api/v1, without user, query or fragment`,
      isOption,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Rejects characters that a header cannot contain: for them, `fetch` fails with a message that shows the token. */
function checkedToken({ value, source, isOption }: Setting): string {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw malformed(`the token in ${source} must be printable ASCII characters without spaces`, isOption);
  }
  return value;
}

function malformed(message: string, isOption: boolean): InputError {
  return isOption ? new UsageError(message) : new InputError('bad_configuration', message);
}

function nothingFound(url: Setting | undefined, path: string): InputError {
  const missing = url ? 'no token is known' : 'no back office is known';
  return new InputError(
    url ? 'no_token' : 'no_back_office',
    `${missing}: there is no ${path}.\n` +
      'Start Probity with `npm start`, which writes the file. For an instance that runs elsewhere, pass --url and --token, ' +
      'or set PROBITY_BACK_OFFICE_URL and PROBITY_TOKEN, or sign in.',
  );
}
