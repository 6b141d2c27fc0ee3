import { join } from 'node:path';
import { CliError, UsageError } from '../errors';
import { readDemo } from './read-demo';

export interface ConnectionOptions {
  url?: string;
  token?: string;
}

/** A back office and what opens it. */
export interface Connection {
  /** without a slash at its end */
  url: string;
  token: string;
}

interface Setting {
  value: string;
  source: string;
  /** from the command line, not from the environment or a file */
  isOption: boolean;
}

/**
 * Each of the two comes from its option, else from its environment variable, else from the
 * `demo.json` that a local instance has written. The token of `demo.json` is for the instance
 * that wrote it and is sent nowhere else.
 *
 * @throws CliError that says what is missing or malformed; never with the token in it
 */
export function findConnection(options: ConnectionOptions, env: NodeJS.ProcessEnv): Connection {
  const url = setting('--url', options.url, 'PROBITY_BACK_OFFICE_URL', env);
  const token = setting('--token', options.token, 'PROBITY_OPERATOR_TOKEN', env);
  if (url && token) return { url: checkedUrl(url), token: checkedToken(token) };

  const path = join(env.PROBITY_DATA_DIR || '.probity', 'demo.json');
  const demo = readDemo(path);
  if (!demo) throw nothingFound(url, path);
  const local: Connection = {
    url: checkedUrl(fromFile(demo.back_office_url, path)),
    token: checkedToken(fromFile(demo.operator_token, path)),
  };
  if (!url) return { url: local.url, token: token ? checkedToken(token) : local.token };

  const given = checkedUrl(url);
  if (new URL(given).origin !== new URL(local.url).origin) {
    throw new CliError(
      'no_operator_token',
      `no operator token is known for ${given}: the one in ${path} is for ${local.url}. ` +
        'Pass --token, or set PROBITY_OPERATOR_TOKEN.',
    );
  }
  return { url: given, token: local.token };
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
      `the address in ${source} must look like http://127.0.0.1:3001/api/v1, with no user, query or fragment`,
      isOption,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Only what can stand in a header; other characters would make `fetch` repeat the token in its message. */
function checkedToken({ value, source, isOption }: Setting): string {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw malformed(`the operator token in ${source} must be printable ASCII characters without spaces`, isOption);
  }
  return value;
}

function malformed(message: string, isOption: boolean): CliError {
  return isOption ? new UsageError(message) : new CliError('bad_configuration', message);
}

function nothingFound(url: Setting | undefined, path: string): CliError {
  const missing = url ? 'no operator token is known' : 'no back office is known';
  return new CliError(
    url ? 'no_operator_token' : 'no_back_office',
    `${missing}: there is no ${path}.\n` +
      'Start Probity with `npm start`, which writes it; or pass --url and --token, ' +
      'or set PROBITY_BACK_OFFICE_URL and PROBITY_OPERATOR_TOKEN, for a Probity that runs elsewhere.',
  );
}
