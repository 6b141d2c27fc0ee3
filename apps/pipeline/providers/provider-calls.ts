import { createHash } from 'node:crypto';
import { canonicalJson } from '@probity/platform/canonical-json';
import type { Clock } from '@probity/platform/clock';
import { callStage } from '@probity/providers/call-stage';
import type { PluginStage, ProviderPlugin, StageRequests, StageResult } from '@probity/providers/plugin';
import { ProviderFailure } from '@probity/providers/provider-api';
import type { CallApi } from '@probity/providers/api-client';
import { withAlertIfIncomplete } from './incomplete-result';
import type { Provenance } from './provider-alerts';
import type { ConfiguredProvider } from './provider-configurations';
import type { ResponseCache } from './response-cache';
import { SecretsNotOpened } from './sealed-secrets';

/** The time for one call, repetitions included. After it the fallback runs. */
export const CALL_DEADLINE_MS = 3_000;

/** The hash of nothing, for a result without a request. */
const NOTHING_RECEIVED = createHash('sha256').digest('hex');

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
    request: StageRequests[Stage],
  ): Promise<ProviderResult> {
    const plugin = this.parts.plugin(name);
    if (!plugin?.[stage]) {
      throw new ProviderFailure('inactive', `the plugin ${name} does not run the stage ${stage} synchronously`);
    }
    const provider = await this.parts.active(tenantId, name).catch((cause: unknown) => {
      if (!(cause instanceof SecretsNotOpened)) throw cause;
      throw new ProviderFailure('inactive', `the secrets of the provider ${name} cannot be opened`, { cause });
    });
    if (!provider) throw new ProviderFailure('inactive', `the provider ${name} is not configured, or is deactivated`);

    const asked = { tenantId, plugin: name, plugin_version: plugin.version, configured: provider.version, stage };
    const key = createHash('sha256')
      .update(canonicalJson({ ...asked, request }))
      .digest();
    const known = this.underWay.get(key.toString('hex'));
    if (known) return known;
    const answer = this.cachedOr(tenantId, key, () => this.ask(plugin, stage, request, provider));
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

  private async ask<Stage extends PluginStage>(
    plugin: ProviderPlugin,
    stage: Stage,
    request: StageRequests[Stage],
    provider: ConfiguredProvider,
  ): Promise<ProviderResult> {
    const called_at = this.parts.now().toISOString();
    const api = this.parts.api(plugin, provider, CALL_DEADLINE_MS);
    const called = await callStage(plugin, stage, request, api, provider.configuration);
    const result = withAlertIfIncomplete(plugin, stage, request, called);
    const payload_sha256 = api.payloadSha256() ?? NOTHING_RECEIVED;
    const provenance = {
      plugin: plugin.name,
      plugin_version: plugin.version,
      event_source: `call:${stage}`,
      payload_sha256,
    };
    return { ...result, provenance, called_at, cached: false };
  }
}
