import { configurationOf, fieldsOf, formOf } from './provider-fields';
import type { Plugin, Provider } from './queries';

const PLUGIN = {
  configuration: {
    type: 'object',
    required: ['token', 'mode'],
    properties: {
      url: { type: 'string', description: 'origin of the API' },
      token: { type: 'string' },
      mode: { type: 'string', enum: ['live', 'test'] },
      seconds: { type: 'integer' },
      strict: { type: 'boolean' },
      mapping: { type: 'object' },
    },
  },
  secrets: ['token'],
} as unknown as Plugin;
const PROVIDER = {
  configuration: { url: 'https://a.example', mode: 'test', seconds: 5, mapping: { id: '/id' } },
} as unknown as Provider;

const fields = fieldsOf(PLUGIN);

it('asks for each setting in its way', () => {
  expect(fields.map(({ name, kind, isRequired, isSecret }) => [name, kind, isRequired, isSecret])).toEqual([
    ['url', 'text', false, false],
    ['token', 'text', true, true],
    ['mode', 'choice', true, false],
    ['seconds', 'number', false, false],
    ['strict', 'flag', false, false],
    ['mapping', 'json', false, false],
  ]);
});

it('returns what was stored, and leaves out what is empty; a known secret may stay empty', () => {
  const form = formOf(fields, PROVIDER);
  expect(form.token).toBe('');
  expect(configurationOf(fields, form, ['token'])).toEqual({ configuration: PROVIDER.configuration, problems: {} });
  expect(configurationOf(fields, form, []).problems).toEqual({ token: 'This is needed.' });
});

it('names the fields that are wrong', () => {
  const wrong = { token: 'x', mode: 'live', seconds: 'soon', mapping: '{' };
  expect(Object.keys(configurationOf(fields, wrong, []).problems)).toEqual(['seconds', 'mapping']);
  expect(configurationOf(fields, { token: 'x', mode: 'live', strict: 'false' }, []).configuration).toEqual({
    token: 'x',
    mode: 'live',
    strict: false,
  });
});
