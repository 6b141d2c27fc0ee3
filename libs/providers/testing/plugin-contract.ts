import type { TObject } from 'typebox';
import { configurationProblems } from '../configuration';
import { PLUGIN_STAGES, type ProviderPlugin } from '../plugin';
import { pluginProblems } from '../registry';
import { type PluginFixtures, secretValues } from './plugin-fixtures';
import { stageContract, testContract } from './stage-contract';
import { webhookContract } from './webhook-contract';

/**
 * The suite that every plugin passes. In `plugins/<name>/plugin.spec.ts`:
 *
 *     import { pluginContract } from '../../testing/plugin-contract';
 *     import { plugin } from './plugin';
 *
 *     pluginContract(plugin, {
 *       configuration: { base_url: 'https://api.example.com', api_key: 'the secret api key' },
 *       stages: {
 *         screening: {
 *           examples: [{
 *             name: 'a sanctioned person',
 *             request: screeningOf({ name: 'Jane Doe' }),
 *             respond: ({ path, body }) => ({ body: { hits: [] } }),   // status 200, JSON
 *             findings: [],
 *           }],
 *         },
 *       },
 *       webhooks: {
 *         sign: (body, { webhook_secret }) => ({ 'x-signature': createHmac(…) }),
 *         secret: 'webhook_secret',
 *         examples: [{ name: 'a rejection', body: { … }, signals: [ … ] }],
 *       },
 *     });
 *
 * `plugin-fixtures.ts` describes each field, and `stage-requests.ts` makes requests. From the examples the suite
 * derives the rest: a provider that hangs, returns garbage, errors, huge bodies or redirects; damaged values in
 * responses and webhooks; bodies and headers of webhooks that were changed, left out, encoded again or sent too late;
 * and that neither secrets nor personal data are where staff read them. Add tests of your own below it for what is
 * special about the provider.
 */
export function pluginContract<Schema extends TObject>(
  plugin: ProviderPlugin<Schema>,
  fixtures: PluginFixtures<Schema>,
): void {
  const { configuration, stages = {}, webhooks, test } = fixtures;

  describe(`the plugin ${plugin.name}`, () => {
    it('says consistent things about itself', () => {
      expect(pluginProblems(plugin)).toEqual([]);
      expect(plugin.title).toMatch(/\S/);
    });

    it('has a configuration whose secrets differ and can be recognised', () => {
      expect(configurationProblems(plugin, configuration)).toEqual([]);
      const secrets = secretValues(plugin, configuration);
      expect(new Set(secrets).size).toBe(secrets.length);
      for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(8);
    });

    it('explains each field of its configuration', () => {
      for (const [field, schema] of Object.entries(plugin.configuration.properties)) {
        expect({ field, ...schema }).toMatchObject({ field, description: expect.stringMatching(/\S/) });
      }
    });

    it('has fixtures for all that it does', () => {
      const called = PLUGIN_STAGES.filter((stage) => plugin[stage] !== undefined);
      expect(Object.keys(stages).sort()).toEqual([...called].sort());
      expect(webhooks !== undefined).toBe(plugin.webhooks !== undefined);
      expect(test !== undefined).toBe(plugin.test !== undefined);
    });

    for (const stage of PLUGIN_STAGES) {
      const given = stages[stage];
      if (given) stageContract(plugin, stage, given, configuration);
    }
    if (test) testContract(plugin, test, configuration);
    if (webhooks) webhookContract(plugin, webhooks, configuration);
  });
}
