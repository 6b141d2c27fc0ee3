import { ProviderFailure } from '@probity/providers/provider-api';
import type { PluginStage } from '@probity/providers/plugin';
import type { StageProvider } from '@probity/contracts/settings/compliance-settings';

/** A stage of a tenant that a provider runs. */
export interface ProvidedStage {
  tenant_id: string;
  stage: PluginStage;
  provider: StageProvider;
}

/** Tells staff that a provider fails, and that it works again. */
export interface StageHealth {
  degraded(stage: ProvidedStage, failure: ProviderFailure): Promise<void>;
  works(stage: ProvidedStage): Promise<void>;
}

/** Why the provider did not run a stage, as it is stored with the outcome. */
export interface Degraded {
  plugin: string;
  failure: ProviderFailure['why'];
  message: string;
  /** what ran instead; none: the stage has no result */
  fallback: StageProvider['fallback'];
}

/**
 * Runs a stage with its provider. If the provider gives no usable result, staff get a notice and the fallback runs.
 *
 * @param fallback gets the reason, which belongs into the outcome of the event
 */
export async function withFallback<Result>(
  health: StageHealth,
  stage: ProvidedStage,
  ask: () => Promise<Result>,
  fallback: (degraded: Degraded) => Promise<Result>,
): Promise<Result> {
  let result: Result;
  try {
    result = await ask();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await health.degraded(stage, error);
    const { plugin, fallback: instead } = stage.provider;
    return fallback({ plugin, failure: error.why, message: error.message, fallback: instead });
  }
  await health.works(stage);
  return result;
}
