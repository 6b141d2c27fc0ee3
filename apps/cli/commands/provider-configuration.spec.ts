import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promptSecret } from '../files/prompt-secret';
import { secretsFromFiles, secretsToAsk } from './provider-configuration';

const PLUGIN = {
  name: 'sumsub',
  version: '1.0.0',
  title: 'Sumsub',
  stages: ['kyc' as const],
  calls: [],
  webhooks: true,
  configuration: { required: ['url', 'api_key'] },
  secrets: ['api_key', 'webhook_secret'],
};
const CURRENT = {
  id: '0199d5b1-2c10-7d4e-9f50-b2c3d4e5f607',
  plugin: 'sumsub',
  plugin_version: '1.0.0',
  stages: ['kyc' as const],
  status: 'active' as const,
  version: 1,
  configuration: {},
  secrets: ['api_key'],
  officer: 'Ada',
  updated_at: '2026-03-02T09:15:00.000Z',
};

describe('the secrets of a provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-secrets-'));
  const path = join(folder, 'key.txt');
  beforeAll(() => writeFileSync(path, ' a=b \n'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('come from files, without the line break at the end', async () => {
    expect(await secretsFromFiles(PLUGIN, [`api_key=${path}`])).toEqual({ api_key: ' a=b ' });
  });

  it.each([
    ['a word', /<name>=<path>/],
    ['colour=key.txt', /sumsub has no secret colour; its secrets are: api_key, webhook_secret/],
    ['api_key=/nonexistent', /\/nonexistent does not exist/],
  ])('are not read from %s', async (given, message) => {
    await expect(secretsFromFiles(PLUGIN, [given])).rejects.toThrow(message);
  });

  it('are asked for when they are required and not set, or are to be replaced', () => {
    expect(secretsToAsk(PLUGIN, undefined, {}, [])).toEqual(['api_key']);
    expect(secretsToAsk(PLUGIN, undefined, { api_key: 'x' }, [])).toEqual([]);
    expect(secretsToAsk(PLUGIN, CURRENT, {}, [])).toEqual([]);
    expect(secretsToAsk(PLUGIN, CURRENT, {}, ['webhook_secret'])).toEqual(['webhook_secret']);
    expect(() => secretsToAsk(PLUGIN, CURRENT, {}, ['url'])).toThrow(/has no secret url/);
  });

  it('are not asked for without a terminal', async () => {
    const asked = promptSecret('api_key', { stderr: { write: () => true } });
    await expect(asked).rejects.toThrow('the secret api_key is missing; give it with --secret-file api_key=<path>');
  });
});
