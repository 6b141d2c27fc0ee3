import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Details, findingFields, Text } from './finding-shape';
import { oneForEachKey } from './one-for-each-key';
import type { PluginStage, ProviderPlugin, StageCall, StageRequests, StageResult } from './plugin';
import { withoutMessage } from './plugin-error';
import { type ProviderApi, ProviderFailure } from './provider-api';
import { storable } from './storable';

const MAX_FINDINGS = 500;
const MAX_CACHE_SECONDS = 86_400;

const Result = Compile(
  Type.Object({
    findings: Type.Array(Type.Object(findingFields), { maxItems: MAX_FINDINGS }),
    evidence: Details,
    cacheSeconds: Type.Integer({ minimum: 0, maximum: MAX_CACHE_SECONDS }),
    incomplete: Type.Optional(Text),
  }),
);

/**
 * Calls a stage of a plugin and checks its result.
 *
 * @throws ProviderFailure, also when the plugin stumbles over the response; its message has no secret and no
 * personal data
 */
export async function callStage<Stage extends PluginStage>(
  plugin: ProviderPlugin,
  stage: Stage,
  request: StageRequests[Stage],
  api: ProviderApi,
  configuration: Record<string, unknown>,
): Promise<StageResult> {
  const call = plugin[stage] as StageCall<StageRequests[Stage], Record<string, unknown>> | undefined;
  if (!call) throw new Error(`${plugin.name} has no call for the stage ${stage}`);
  let result: StageResult;
  try {
    result = storable(await call.call(plugin, request, api, configuration)) as StageResult;
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    const message = `the response of ${plugin.title} has an unknown form`;
    throw new ProviderFailure('not_understood', message, { cause: withoutMessage(error) });
  }
  if (!Result.Check(result)) {
    const [problem] = Result.Errors(result);
    throw invalidResult(plugin, `${problem?.instancePath} ${problem?.message}`);
  }
  const findings = oneForEachKey(result.findings);
  if (!findings) throw invalidResult(plugin, 'two different findings have the same key');
  return { ...result, findings };
}

const invalidResult = ({ name }: ProviderPlugin, problem: string): ProviderFailure =>
  new ProviderFailure('not_understood', `the plugin ${name} made an invalid result of a response: ${problem}`);
