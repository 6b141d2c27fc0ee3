import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { providerPlugin } from './plugin';
import { pluginProblems, PluginRegistry } from './registry';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plugins-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const plugin = providerPlugin({
  name: 'acme-check',
  version: '1.0.0',
  title: 'Acme Check',
  stages: ['kyc'],
  configuration: Type.Object({ api_key: Type.String() }),
  secrets: ['api_key'],
  baseUrl: () => 'https://api.example.com',
  kyc: async () => ({ findings: [], evidence: {}, cacheSeconds: 0 }),
});

function write(name: string, code: string, file = 'plugin.js'): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, file), code);
}

const valid = (name: string): string => `exports.plugin = { name: '${name}', version: '1.0.0', title: 'T', secrets: [],
  stages: ['screening'], configuration: { properties: {} }, baseUrl: () => 'https://example.com',
  screening: async () => ({ findings: [], evidence: {}, cacheSeconds: 0 }) };`;

describe('the registry', () => {
  it('finds a plugin by its folder', () => {
    write('beta', valid('beta'));
    write('alpha', valid('alpha'));
    mkdirSync(join(folder, 'deleted-and-empty'));
    const registry = PluginRegistry.load(folder);
    expect(registry.list().map(({ name }) => name)).toEqual(['alpha', 'beta']);
    expect(registry.find('beta')?.name).toBe('beta');
    expect(registry.find('gamma')).toBeUndefined();
    expect(registry.namesFor('screening')).toEqual(['alpha', 'beta']);
    expect(registry.namesFor('kyc')).toEqual([]);
  });

  it('loads the plugins of the product', () => {
    expect(() => PluginRegistry.load()).not.toThrow();
  });

  it.each([
    ['a file that fails', 'plugin.js', 'throw new Error("broken")', /acme\/plugin does not load; correct the file/],
    ['another name of the file', 'plugins.js', valid('acme'), /acme\/plugin does not load/],
    ['no export', 'plugin.js', 'exports.plug = 1', /acme\/plugin must export "plugin"/],
    ['another name', 'plugin.js', valid('acme-two'), /"acme-two" must be the name of the folder, "acme"/],
  ])('names the folder of a plugin with %s', (_, file, code, message) => {
    write('acme', code, file);
    expect(() => PluginRegistry.load(folder)).toThrow(message);
  });
});

describe('what a plugin says about itself', () => {
  it('may be consistent', () => {
    expect(pluginProblems(plugin)).toEqual([]);
  });

  it.each([
    [{ name: 'Acme' }, 'name: "Acme" must be lower-case words joined by hyphens'],
    [{ version: 'v1' }, 'version: "v1" must have the form 1.0.0'],
    [{ kyc: undefined }, 'stages: kyc needs the function kyc or webhooks'],
    [
      { screening: async () => ({ findings: [], evidence: {}, cacheSeconds: 0 }) },
      'screening: is a function, but stages does not name screening',
    ],
    [{ secrets: ['token'] as never }, 'secrets: token is not a field of the configuration'],
  ])('%j is a contradiction', (change, problem) => {
    expect(pluginProblems({ ...plugin, ...change })).toEqual([problem]);
  });
});
