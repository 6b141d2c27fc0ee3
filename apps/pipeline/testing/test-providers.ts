import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import type { Database } from '@probity/persistence/database';
import { Sealer } from '@probity/platform/sealing';
import { type ProviderPlugin, providerPlugin, type StageResult } from '@probity/providers/plugin';
import type { ProviderFailure } from '@probity/providers/provider-api';
import { ProviderCalls } from '../providers/provider-calls';
import { ResponseCache } from '../providers/response-cache';
import { SecretsNotOpened } from '../providers/sealed-secrets';
import type { ProvidedStage, StageHealth } from '../stages/degraded-stage';
import { Stages } from '../stages/stage-modes';
import type { Screening } from '../stages/screening/screening-stage';

export const NOTHING_FOUND: StageResult = { findings: [], evidence: {}, cacheSeconds: 0 };

const CONFIGURED = { provider_id: 'p', plugin: 'fake', plugin_version: '1.0.0', version: 1, configuration: {} };

/** A provider in the process. The test says what it returns. */
export class TestProvider implements StageHealth {
  /** requests, in order */
  readonly asked: unknown[] = [];
  answer: (request: unknown) => Promise<StageResult> | StageResult = () => NOTHING_FOUND;
  readonly failures: { stage: ProvidedStage; failure: ProviderFailure }[] = [];
  readonly worked: ProvidedStage[] = [];
  isActive = true;
  secretsOpen = true;
  /** of its configuration */
  version = 1;
  now = new Date('2026-03-01T12:00:00Z');

  readonly plugin: ProviderPlugin = providerPlugin({
    name: 'fake',
    version: '1.0.0',
    title: 'Fake',
    stages: ['kyc', 'screening', 'monitoring'],
    configuration: Type.Object({}),
    secrets: [],
    baseUrl: () => 'https://provider.example',
    kyc: (request) => this.ask(request),
    screening: (request) => this.ask(request),
    monitoring: (request) => this.ask(request),
  });

  calls(database: Database, sealer = new Sealer(randomBytes(32))): ProviderCalls {
    return new ProviderCalls({
      plugin: (name) => (name === this.plugin.name ? this.plugin : undefined),
      active: () => this.configured(),
      api: () => ({
        now: () => this.now,
        request: () => Promise.reject(new Error('the fake sends nothing')),
        payloadSha256: () => undefined,
      }),
      cache: new ResponseCache(database, sealer),
      now: () => this.now,
    });
  }

  /** Lets every request wait until the returned function is called; then nothing is found. */
  hang(): () => void {
    let release = (): void => {};
    const hanging = new Promise<void>((resolve) => (release = resolve));
    this.answer = async () => {
      await hanging;
      return NOTHING_FOUND;
    };
    return release;
  }

  degraded(stage: ProvidedStage, failure: ProviderFailure): Promise<void> {
    this.failures.push({ stage, failure });
    return Promise.resolve();
  }

  works(stage: ProvidedStage): Promise<void> {
    this.worked.push(stage);
    return Promise.resolve();
  }

  private async configured() {
    if (!this.secretsOpen) throw new SecretsNotOpened(CONFIGURED.provider_id, {});
    return this.isActive ? { ...CONFIGURED, version: this.version } : undefined;
  }

  private async ask(request: unknown): Promise<StageResult> {
    this.asked.push(request);
    return this.answer(request);
  }
}

/** Ignores what rules did with amounts. */
export const NO_NOTICES = { observed: () => Promise.resolve() };

/** Stages for tests in which no tenant has a provider. */
export const stagesWithoutProviders = (lists: Screening): Stages => {
  const unused = new TestProvider();
  return new Stages(lists, unused.calls(undefined as never), unused, { evaluated: () => {} }, NO_NOTICES);
};
