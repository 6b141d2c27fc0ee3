import { createHash } from 'node:crypto';
import { canonicalJson } from '@probity/platform/canonical-json';
import type { Clock } from '@probity/platform/clock';
import type { PluginStage, ProviderPlugin, StageCall, StageResult } from '@probity/providers/plugin';
import { ProviderFailure } from '@probity/providers/provider-api';
import type { CallApi } from '@probity/providers/api-client';
import type { KycRequest, MonitoringRequest, ScreeningRequest } from '@probity/providers/stage-call';
import type { Provenance } from './provider-alerts';
import type { ConfiguredProvider } from './provider-configurations';
import type { ResponseCache } from './response-cache';

/** The time for one call, repetitions included. After it the fallback runs. */
export const CALL_DEADLINE_MS = 3_000;
/** A plugin's result is stored with the event and with the alert. */
const MAX_FINDINGS = 50;
const MAX_RESULT_BYTES = 100_000;

/** The hash of nothing, for a result without a request. */
const NOTHING_RECEIVED = createHash('sha256').digest('hex');

interface Requests {
  kyc: KycRequest;
  screening: ScreeningRequest;
  monitoring: MonitoringRequest;
}

export interface ProviderCallParts {
  plugin: (name: string) => ProviderPlugin | undefined;
  active: (tenantId: string, plugin: string) => Promise<ConfiguredProvider | undefined>;
  api: (plugin: ProviderPlugin, provider: ConfiguredProvider, timeoutMs: number) => CallApi;
  cache: ResponseCache;
  now: Clock;
}

export interface ProviderResult extends StageResult {
  provenance: Provenance;
  /** when the provider was asked, ISO 8601 UTC */
  called_at: string;
  cached: boolean;
}

/** Calls of tenants' providers. The same request is sent once while its result is valid, by all instances. */
export class ProviderCalls {
  private readonly underWay = new Map<string, Promise<ProviderResult>>();

  constructor(private readonly parts: ProviderCallParts) {}

  /** @throws ProviderFailure when there is no usable result */
  async call<Stage extends PluginStage>(
    tenantId: string,
    stage: Stage,
    name: string,
    request: Requests[Stage],
  ): Promise<ProviderResult> {
    const plugin = this.parts.plugin(name);
    const ask = plugin?.[stage] as StageCall<Requests[Stage], Record<string, unknown>> | undefined;
    if (!plugin || !ask) {
      throw new ProviderFailure('inactive', `the plugin ${name} does not run the stage ${stage} synchronously`);
    }
    const provider = await this.parts.active(tenantId, name);
    if (!provider) throw new ProviderFailure('inactive', `the provider ${name} is not configured, or is deactivated`);

    const asked = { tenantId, plugin: name, plugin_version: plugin.version, configured: provider.version, stage };
    const key = createHash('sha256')
      .update(canonicalJson({ ...asked, request }))
      .digest();
    const known = this.underWay.get(key.toString('hex'));
    if (known) return known;
    const answer = this.cachedOr(tenantId, key, () => this.ask({ stage, plugin, provider }, ask, request));
    this.underWay.set(key.toString('hex'), answer);
    try {
      return await answer;
    } finally {
      this.underWay.delete(key.toString('hex'));
    }
  }

  private async cachedOr(tenantId: string, key: Buffer, ask: () => Promise<ProviderResult>): Promise<ProviderResult> {
    const { cache, now } = this.parts;
    const cached = (await cache.get(tenantId, key, now())) as ProviderResult | undefined;
    if (cached) return { ...cached, cached: true };
    const result = await ask();
    if (result.cacheSeconds > 0) {
      const expiresAt = new Date(now().getTime() + result.cacheSeconds * 1_000);
      await cache.put(tenantId, key, result, expiresAt, now());
    }
    return result;
  }

  private async ask<Request>(
    { stage, plugin, provider }: Asked,
    ask: StageCall<Request, Record<string, unknown>>,
    request: Request,
  ): Promise<ProviderResult> {
    const calledAt = this.parts.now();
    const api = this.parts.api(plugin, provider, CALL_DEADLINE_MS);
    const result = checked(plugin, await understood(plugin, () => ask(request, api, provider.configuration)));
    const payload_sha256 = api.payloadSha256() ?? NOTHING_RECEIVED;
    const provenance = {
      plugin: plugin.name,
      plugin_version: plugin.version,
      event_source: `call:${stage}`,
      payload_sha256,
    };
    return { ...result, provenance, called_at: calledAt.toISOString(), cached: false };
  }
}

interface Asked {
  stage: PluginStage;
  plugin: ProviderPlugin;
  provider: ConfiguredProvider;
}

/** A plugin that fails otherwise met a response that it does not understand. Its message may have personal data. */
async function understood(plugin: ProviderPlugin, ask: () => Promise<StageResult>): Promise<StageResult> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw cause;
    throw new ProviderFailure('not_understood', `the response of ${plugin.title} has an unknown form`, { cause });
  }
}

function checked(plugin: ProviderPlugin, result: StageResult): StageResult {
  if (result.findings.length <= MAX_FINDINGS && JSON.stringify(result).length <= MAX_RESULT_BYTES) return result;
  throw new ProviderFailure(
    'too_large',
    `the result of ${plugin.title} has more than ${MAX_FINDINGS} findings or ${MAX_RESULT_BYTES} characters`,
  );
}
