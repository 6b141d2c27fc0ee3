import { callStage } from '../call-stage';
import type { PluginStage, ProviderPlugin, StageRequests, StageResult } from '../plugin';
import type { ProviderFailure } from '../provider-api';
import { fakeApi } from './fake-api';
import type { Respond } from './fake-provider';
import { expectNothingPersonal } from './personal-texts';
import { expectNoSecret, type StageFixtures } from './plugin-fixtures';
import { stageDamageContract } from './stage-damage-contract';

/** Long enough for a slow machine; the call that must end with it waits this long. */
const HANG_MS = 300;
/** Some providers use them for "unknown", so a plugin may accept them: its fixtures then name them. */
const REJECTIONS = [400, 404, 422];
/** Redirects lead here; nothing may arrive. */
const INSIDE = '/inside';

/** How a provider fails, and how the failure must be reported. */
const FAILURES: [string, ReturnType<Respond>, ProviderFailure['why']][] = [
  ['hangs', 'hang', 'timeout'],
  ['closes the connection', 'reset', 'unreachable'],
  ['returns garbage', { body: '<html>no JSON</html>' }, 'not_understood'],
  ['returns the status 500', { status: 500, body: { error: 'internal' } }, 'failed'],
  ['returns the status 503', { status: 503 }, 'failed'],
  ['rejects the credentials', { status: 401, body: { error: 'unauthorised' } }, 'rejected_credentials'],
  ['returns a huge body', { body: `"${'x'.repeat(1_100_000)}"` }, 'too_large'],
  ['redirects to a private address', { status: 302, headers: { location: INSIDE } }, 'failed'],
];

export function stageContract<Stage extends PluginStage>(
  plugin: ProviderPlugin,
  stage: Stage,
  fixtures: StageFixtures<StageRequests[Stage]>,
  configuration: Record<string, unknown>,
): void {
  const { examples, alsoValid = [], nothingFoundStatuses = [], evidenceShows = [] } = fixtures;
  describe(`the stage ${stage}`, () => {
    const { server, api } = fakeApi(plugin, configuration);
    const [first] = examples;
    const run = (respond: Respond, timeoutMs?: number): Promise<StageResult> =>
      callStage(plugin, stage, first!.request, api(respond, timeoutMs), configuration);

    it('has an example with a finding and one without', () => {
      expect(examples.some(({ findings }) => findings.length > 0)).toBe(true);
      expect(examples.some(({ findings }) => findings.length === 0)).toBe(true);
    });

    it.each(examples)('finds what it should: $name', async ({ request, respond, findings }) => {
      const before = JSON.stringify(request);
      const called = api(respond);
      const result = await callStage(plugin, stage, request, called, configuration);
      expect(result.findings).toEqual(findings);
      expectNoSecret(plugin, configuration, result);
      const { evidence, incomplete } = result;
      expectNothingPersonal(request, { evidence, incomplete }, evidenceShows);
      if (server().requests.length > 0) expect(called.payloadSha256()).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(request)).toBe(before);
      expect(await callStage(plugin, stage, request, api(respond), configuration)).toEqual(result);
    });

    it.each(FAILURES)('fails when the provider %s', async (_, response, why) => {
      const failure: unknown = await run(() => response, why === 'timeout' ? HANG_MS : undefined).catch((e) => e);
      expect(failure).toMatchObject({ name: 'ProviderFailure', why });
      expectNoSecret(plugin, configuration, failure);
      expectNothingPersonal(first!.request, failure);
      expect(server().requests.length).toBeGreaterThan(0);
      expect(server().requests.filter(({ path }) => path.endsWith(INSIDE))).toEqual([]);
    });

    it.each(REJECTIONS)('takes the status %d for a failure, unless the fixtures name it', async (status) => {
      const outcome: unknown = await run(() => ({ status, body: { error: 'rejected' } })).catch((e) => e);
      if (nothingFoundStatuses.includes(status)) expect(outcome).toMatchObject({ findings: [] });
      else expect(outcome).toMatchObject({ name: 'ProviderFailure' });
      expectNothingPersonal(first!.request, outcome, evidenceShows);
    });

    const meaningless = [null, [], {}, 'text', 42].filter(
      (value) => !alsoValid.some((valid) => JSON.stringify(valid) === JSON.stringify(value)),
    );
    it.each(meaningless.map((body) => [body]))('fails when the provider returns %j', async (body) => {
      const failure: unknown = await run(() => ({ body: JSON.stringify(body) })).catch((e) => e);
      expect(failure).toMatchObject({ name: 'ProviderFailure', why: 'not_understood' });
      expectNoSecret(plugin, configuration, failure);
      expectNothingPersonal(first!.request, failure);
    });

    stageDamageContract(plugin, stage, fixtures, configuration);
  });
}

export function testContract(plugin: ProviderPlugin, respond: Respond, configuration: Record<string, unknown>): void {
  describe('the test of the connection', () => {
    const { api } = fakeApi(plugin, configuration);

    it('says what worked', async () => {
      const sentence = await plugin.test!(api(respond), configuration);
      expect(sentence).toMatch(/\S/);
      expectNoSecret(plugin, configuration, sentence);
    });

    it.each<[number, ProviderFailure['why']]>([
      [401, 'rejected_credentials'],
      [500, 'failed'],
    ])('fails when the provider returns %d', async (status, why) => {
      const failure: unknown = await plugin.test!(
        api(() => ({ status })),
        configuration,
      ).catch((e) => e);
      expect(failure).toMatchObject({ name: 'ProviderFailure', why });
      expectNoSecret(plugin, configuration, failure);
    });
  });
}
