import Type from 'typebox';
import { configurationProblems, splitSecrets } from './configuration';
import { providerPlugin } from './plugin';

const plugin = providerPlugin({
  name: 'acme',
  version: '1.0.0',
  title: 'Acme',
  stages: ['kyc'],
  configuration: Type.Object({
    base_url: Type.String({ description: 'address of the API' }),
    api_key: Type.String({ minLength: 8, description: 'from the dashboard' }),
    level: Type.Optional(Type.Enum(['basic', 'full'])),
    limits: Type.Optional(Type.Object({ hits: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })),
  }),
  secrets: ['api_key'],
  baseUrl: ({ base_url }) => base_url,
  kyc: async () => ({ findings: [], evidence: {}, cacheSeconds: 0 }),
});
const valid = { base_url: 'https://api.example.com/v1', api_key: 'long enough' };

it('accepts a configuration', () => {
  expect(configurationProblems(plugin, valid)).toEqual([]);
  expect(configurationProblems(plugin, { ...valid, level: 'full', limits: { hits: 3 } })).toEqual([]);
});

it.each([
  [{ api_key: undefined }, ['api_key: is missing (from the dashboard)']],
  [{ api_key: 'short' }, ['api_key: must not have fewer than 8 characters (from the dashboard)']],
  [{ api_key: 12345678 }, ['api_key: must be string (from the dashboard)']],
  [{ level: 'none' }, ['level: must be equal to one of the allowed values: basic, full']],
  [{ limits: { hits: 0 } }, ['limits.hits: must be >= 1']],
  [{ limits: {} }, ['limits.hits: is missing']],
  [{ limits: { hits: 1, hit: 2 } }, ['limits.hit: is not a setting of Acme']],
  [{ apikey: 'x' }, ['apikey: is not a setting of Acme; the settings are: base_url, api_key, level, limits']],
  [{ base_url: 'ftp://api.example.com' }, [expect.stringContaining('must be a URL such as')]],
  [{ base_url: 'https://me:secret@api.example.com' }, [expect.stringContaining('without user name')]],
  [{ base_url: 'nonsense' }, [expect.stringContaining('must be a URL such as')]],
])('explains what is wrong in %j', (change, problems) => {
  expect(configurationProblems(plugin, JSON.parse(JSON.stringify({ ...valid, ...change })))).toEqual(problems);
});

it('splits the secrets from what staff may read', () => {
  expect(splitSecrets(plugin, valid)).toEqual({
    readable: { base_url: valid.base_url },
    secrets: { api_key: valid.api_key },
  });
});
