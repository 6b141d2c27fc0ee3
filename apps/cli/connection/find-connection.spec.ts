import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, UsageError } from '../errors';
import { type ConnectionOptions, findConnection } from './find-connection';

const LOCAL = { back_office_url: 'http://127.0.0.1:3001/api/v1', operator_token: 'token-of-the-demo' };

describe('finding the back office', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probity-cli-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const demoSays = (text: string): void => writeFileSync(join(folder, 'demo.json'), text);
  const find = (options: ConnectionOptions, env: NodeJS.ProcessEnv = {}) =>
    findConnection(options, { PROBITY_DATA_DIR: folder, ...env });

  function errorOf(options: ConnectionOptions, env: NodeJS.ProcessEnv = {}): CliError {
    try {
      find(options, env);
    } catch (error) {
      if (error instanceof CliError) return error;
      throw error;
    }
    throw new Error('a connection was found');
  }

  it('prefers the options to the environment, and the environment to demo.json', () => {
    demoSays(JSON.stringify(LOCAL));
    const env = { PROBITY_BACK_OFFICE_URL: 'https://env.example/api/v1', PROBITY_OPERATOR_TOKEN: 'token-of-env' };
    const options = { url: 'https://option.example/api/v1', token: 'token-of-option' };

    expect(find({})).toEqual({ url: LOCAL.back_office_url, token: LOCAL.operator_token });
    expect(find({}, env)).toEqual({ url: 'https://env.example/api/v1', token: 'token-of-env' });
    expect(find(options, env)).toEqual(options);
    expect(find({ url: options.url }, env)).toEqual({ url: options.url, token: 'token-of-env' });
    expect(find({ token: options.token })).toEqual({ url: LOCAL.back_office_url, token: options.token });
  });

  it('treats an empty variable as unset', () => {
    demoSays(JSON.stringify(LOCAL));
    const empty = { PROBITY_BACK_OFFICE_URL: '', PROBITY_OPERATOR_TOKEN: '' };
    expect(find({}, empty)).toEqual({ url: LOCAL.back_office_url, token: LOCAL.operator_token });
  });

  it('needs no demo.json when address and token are given', () => {
    expect(find({ url: 'http://h/api/v1/', token: 't' })).toEqual({ url: 'http://h/api/v1', token: 't' });
  });

  it('sends the token of demo.json only to the instance that wrote it', () => {
    demoSays(JSON.stringify(LOCAL));
    expect(find({ url: `${LOCAL.back_office_url}/` }).token).toBe(LOCAL.operator_token);
    for (const url of ['http://127.0.0.1:4001/api/v1', 'https://127.0.0.1:3001/api/v1', 'http://elsewhere/api/v1']) {
      const error = errorOf({ url });
      expect(error.code).toBe('no_token');
      expect(error.message).toContain(url);
      expect(error.message).not.toContain(LOCAL.operator_token);
    }
  });

  it('says what to do when no address and token are known', () => {
    const error = errorOf({});
    expect(error.code).toBe('no_back_office');
    expect(error.message).toContain(join(folder, 'demo.json'));
    for (const way of ['npm start', '--url', '--token', 'PROBITY_BACK_OFFICE_URL', 'PROBITY_TOKEN']) {
      expect(error.message).toContain(way);
    }
    expect(errorOf({ url: 'http://h/api/v1' }).code).toBe('no_token');
  });

  it.each([
    'not json with token-of-the-demo',
    '[]',
    'null',
    '{"back_office_url": "http://h"}',
    '{"operator_token": 1}',
  ])('rejects a demo.json that contains %s, without repeating it', (text) => {
    demoSays(text);
    const error = errorOf({});
    expect(error.code).toBe('bad_configuration');
    expect(error.message).toContain('demo.json');
    expect(error.message).not.toContain('token-of-the-demo');
  });

  it('names a file that cannot be read', () => {
    mkdirSync(join(folder, 'demo.json')); // even root cannot read a folder as a file
    const error = errorOf({});
    expect(error.code).toBe('bad_configuration');
    expect(error.message).toMatch(/demo\.json cannot be read/);
  });

  it.each([
    'example.org',
    'ftp://h/api',
    'http://user@h/api',
    'http://:pass@h/api',
    'http://h/?q=1',
    'http://h/#f',
    '',
  ])('rejects the address "%s", as a usage error when it is an option', (url) => {
    expect(errorOf({ url, token: 't' })).toBeInstanceOf(UsageError);
    if (url === '') return;
    const error = errorOf({ token: 't' }, { PROBITY_BACK_OFFICE_URL: url });
    expect(error.code).toBe('bad_configuration');
    expect(error.message).toContain('PROBITY_BACK_OFFICE_URL');
  });

  it.each(['two words', 'line\nbreak', 'é', ''])('rejects the token "%s" without repeating it', (token) => {
    const error = errorOf({ url: 'http://h/api', token });
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain('--token');
    if (token !== '') expect(error.message).not.toContain(token);
  });
});
