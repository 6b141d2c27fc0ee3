import type { Static, TObject } from 'typebox';
import type { Finding, KycRequest, MonitoringRequest, ScreeningRequest } from './stage-call';
import type { ProviderApi } from './provider-api';
import type { ProviderSignal, ProviderWebhook } from './provider-signal';

/** The stages that a provider can run. */
export const PLUGIN_STAGES = ['kyc', 'screening', 'monitoring'] as const;
export type PluginStage = (typeof PLUGIN_STAGES)[number];

/** The request of each stage. */
export interface StageRequests {
  kyc: KycRequest;
  screening: ScreeningRequest;
  monitoring: MonitoringRequest;
}

/** What a provider returns for one call of a stage. */
export interface StageResult {
  /** empty when the provider found nothing */
  findings: Finding[];
  /** facts about the call that explain it, stored with the outcome of the event; small, and free of secrets */
  evidence: Record<string, unknown>;
  /** how long Probity may reuse this result for the same request, 0 to 86400; 0: not at all */
  cacheSeconds: number;
  /**
   * Set when the provider has more than these findings, such as `40 matches of subject 1, of which 25 are here`; free
   * of secrets and personal data. Probity keeps the findings, raises an alert of the type `provider_incomplete`, and
   * does not reuse the result.
   */
  incomplete?: string;
}

/** A call of one stage, to write it as a function of its own. */
export type StageCall<Request, Configuration> = (
  request: Request,
  api: ProviderApi,
  configuration: Configuration,
) => Promise<StageResult>;

/** How a provider's webhooks are verified and read. */
export interface PluginWebhooks<Configuration> {
  /**
   * Verifies the provider's signature over the raw bytes. Compare in constant time (`signaturesEqual`).
   *
   * @throws WebhookRejected when a header is missing, malformed or too old, or the signature is wrong
   */
  verify(webhook: ProviderWebhook, configuration: Configuration): void;
  /**
   * Reads a verified webhook. Event types that do not matter to Probity give no signal.
   *
   * @param body the parsed JSON of the webhook
   * @param webhook for providers that send the event's id or time in headers; use only headers that are signed
   * @throws WebhookRejected when the body has an unknown form
   */
  read(body: unknown, configuration: Configuration, webhook: ProviderWebhook): ProviderSignal[];
}

/**
 * A provider of compliance checks. One folder in `plugins/` has one plugin, in `plugin.ts`, as the export `plugin`.
 * The registry finds it there. `docs/guides/write-a-provider-plugin.md` explains it with an example, and
 * `testing/plugin-contract.ts` is the test that every plugin passes.
 *
 * A plugin keeps no state and does no I/O of its own: it calls `ProviderApi` only.
 */
export interface ProviderPlugin<Schema extends TObject = TObject> {
  /** lower-case letters, digits and hyphens; part of the webhook's address and of stored provenance */
  name: string;
  /** of the plugin; stored with each finding */
  version: string;
  /** as people call the provider */
  title: string;
  /** stages that it runs synchronously (with a call below) or reports on by webhook */
  stages: readonly PluginStage[];
  /** the settings of a tenant for this provider */
  configuration: Schema;
  /** names of fields of the configuration that are secrets: sealed when stored, never shown */
  secrets: readonly (keyof Static<Schema> & string)[];
  /** the origin of the provider's API for a configuration, such as `https://api.sumsub.com` */
  baseUrl(configuration: Static<Schema>): string;
  /** The calls ask the provider once, or a few times, within the deadline of `api`. */
  kyc?(request: KycRequest, api: ProviderApi, configuration: Static<Schema>): Promise<StageResult>;
  screening?(request: ScreeningRequest, api: ProviderApi, configuration: Static<Schema>): Promise<StageResult>;
  monitoring?(request: MonitoringRequest, api: ProviderApi, configuration: Static<Schema>): Promise<StageResult>;
  webhooks?: PluginWebhooks<Static<Schema>>;
  /**
   * Asks the provider something harmless that needs the credentials.
   *
   * @returns one sentence about what worked
   */
  test?(api: ProviderApi, configuration: Static<Schema>): Promise<string>;
}

/** Declares a plugin; the compiler derives the type of its configuration from the schema. */
export const providerPlugin = <Schema extends TObject>(plugin: ProviderPlugin<Schema>): ProviderPlugin<Schema> =>
  plugin;
