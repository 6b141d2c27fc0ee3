import { callStage } from '../call-stage';
import type { PluginStage, ProviderPlugin, StageRequests, StageResult } from '../plugin';
import { constantKeys, isLeftOut, lossOf } from './damage-loss';
import { type Damage, damagesOf, documentOf } from './damaged-json';
import { fakeApi } from './fake-api';
import type { FakeRequest, Respond } from './fake-provider';
import { expectNothingPersonal } from './personal-texts';
import { expectNoSecret, type StageExample, type StageFixtures } from './plugin-fixtures';

const identityOf = ({ method, path, text }: FakeRequest): string => `${method} ${path} ${text}`;

/** Damages each response of each example that finds something. */
export function stageDamageContract<Stage extends PluginStage>(
  plugin: ProviderPlugin,
  stage: Stage,
  { examples, optional = [] }: StageFixtures<StageRequests[Stage]>,
  configuration: Record<string, unknown>,
): void {
  const { api } = fakeApi(plugin, configuration);
  type Example = StageExample<StageRequests[Stage]>;

  /** What the plugin finds, and the JSON of each response by the request. */
  async function recorded({ request, respond }: Example) {
    const responses = new Map<string, unknown>();
    const recording: Respond = (asked) => {
      const response = respond(asked);
      if (typeof response === 'object') responses.set(identityOf(asked), documentOf(response.body));
      return response;
    };
    const { findings } = await callStage(plugin, stage, request, api(recording), configuration);
    return { whole: findings, responses };
  }

  /** Undefined when the call fails. */
  async function resultOf({ request, respond }: Example, asked: string, damage: Damage) {
    const damaged: Respond = (given) =>
      identityOf(given) === asked
        ? { ...(respond(given) as object), body: JSON.stringify(damage.document) }
        : respond(given);
    try {
      return await callStage(plugin, stage, request, api(damaged), configuration);
    } catch (failure) {
      expect(failure).toMatchObject({ name: 'ProviderFailure' });
      expectNoSecret(plugin, configuration, failure);
      expectNothingPersonal(request, failure);
      return undefined;
    }
  }

  const finding = examples.filter(({ findings }) => findings.length > 0);
  it.each(finding)(
    'loses nothing when a response is damaged, and has a key for each reason: $name',
    async (example) => {
      const lost: string[] = [];
      const results: StageResult[] = [];
      const { whole, responses } = await recorded(example);
      for (const [asked, body] of responses) {
        for (const damage of damagesOf(body)) {
          const result = await resultOf(example, asked, damage);
          if (!result) continue;
          results.push(result);
          const isExpected = damage.kind === 'number' || isLeftOut(damage, optional) || result.incomplete !== undefined;
          const loss = isExpected ? undefined : lossOf(whole, result.findings);
          if (loss) lost.push(`${damage.what} ${loss}`);
        }
      }
      expect(lost).toEqual([]);
      const found = results.map(({ findings }) => findings);
      expect(constantKeys(whole, found).filter((key) => !namesEvent(key, example.request))).toEqual([]);
    },
  );
}

/** A decision on an event may have the key of the event. */
const namesEvent = (key: string, request: StageRequests[PluginStage]): boolean =>
  'event' in request && key.includes(request.event.id);
