import { createHash } from 'node:crypto';
import { comparableName } from '@probity/contracts/alerts/match-kind';
import type { PluginStage, ProviderPlugin, StageRequests, StageResult } from '@probity/providers/plugin';
import type { Finding } from '@probity/providers/stage-call';

/** The reason is in the metadata as a whole. */
const MAX_TITLE_REASON = 300;

/**
 * A result with an alert if the provider has more than it returned: an officer looks there. The findings stay. The
 * result is not stored, so that the next event asks again.
 */
export function withAlertIfIncomplete<Stage extends PluginStage>(
  { title }: ProviderPlugin,
  stage: Stage,
  request: StageRequests[Stage],
  result: StageResult,
): StageResult {
  const { incomplete, findings, evidence } = result;
  if (incomplete === undefined) return result;
  const finding: Finding = {
    alert: {
      key: `incomplete:${stage}:${subjectOf(request)}`,
      alert_type: 'provider_incomplete',
      severity: 'high',
      title: `The result of ${title} is not complete: ${incomplete.slice(0, MAX_TITLE_REASON)}`,
    },
    metadata: { incomplete },
  };
  return { ...result, findings: [...findings, finding], evidence: { ...evidence, incomplete }, cacheSeconds: 0 };
}

/** What was asked about, the same for each request about it, so that there is one alert. */
function subjectOf(request: StageRequests[PluginStage]): string {
  if ('event' in request) return request.event.id;
  if (!('subjects' in request)) return 'identity';
  const names = request.subjects.map(({ role, name }) => `${role}:${comparableName(name)}`);
  return createHash('sha256').update(names.sort().join('\n')).digest('hex');
}
