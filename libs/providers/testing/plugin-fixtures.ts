import type { Static, TObject } from 'typebox';
import type { PluginStage, ProviderPlugin, StageRequests } from '../plugin';
import type { Finding } from '../stage-call';
import type { ProviderSignal } from '../provider-signal';
import type { Respond } from './fake-provider';

/** What the contract suite needs to know about a plugin. Examples are your own, in the format that the provider documents. */
export interface PluginFixtures<Schema extends TObject = TObject> {
  /**
   * A valid configuration. Give each secret a value of its own of at least eight characters: the suite looks for
   * these values in errors, evidence and signals. Requests go to a fake provider, whatever the base url is; its path
   * is kept.
   */
  configuration: Static<Schema>;
  /** for each stage that the plugin calls: at least one example that finds something, and one that finds nothing */
  stages?: { [Stage in PluginStage]?: StageFixtures<StageRequests[Stage]> };
  /** when the plugin has webhooks */
  webhooks?: WebhookFixtures<Static<Schema>>;
  /** how the fake provider responds to `test`, when the plugin has it */
  test?: Respond;
}

export interface StageFixtures<Request> {
  examples: StageExample<Request>[];
  /**
   * Values of JSON that are not an error as a response. The suite sends `null`, `[]`, `{}`, `"text"` and `42`: each
   * must be a failure, because a response without the expected fields must not pass as "nothing found".
   */
  alsoValid?: unknown[];
  /** of 400, 404 and 422: the statuses that mean "nothing found"; the others must be a failure */
  nothingFoundStatuses?: number[];
  /**
   * Fields that the provider leaves out or sends as null when it has nothing, such as `entities` or `result.hits`. The
   * suite deletes and changes each value of a response. The call must then fail, or find as much as before.
   */
  optional?: string[];
  /** texts of the request that the evidence may show; personal data of the request must not be in it */
  evidenceShows?: string[];
}

export interface StageExample<Request> {
  name: string;
  request: Request;
  /** how the fake provider responds; look at the request here (method, path, headers, body) */
  respond: Respond;
  /** exactly these */
  findings: Finding[];
}

export interface WebhookFixtures<Configuration> {
  /**
   * Makes one signature as the provider does, independently of the plugin's own code, and returns exactly the headers
   * that the signature needs: the suite leaves out and changes each.
   *
   * @param at the time of the signature, for providers that sign it
   */
  sign: (body: Buffer, configuration: Configuration, at: Date) => Record<string, string>;
  /** the field of the configuration that the signature depends on */
  secret: keyof Configuration & string;
  /** at least one; `body` as an object is sent as its JSON */
  examples: { name: string; body: unknown; signals: ProviderSignal[] }[];
  /**
   * Fields of the body that the provider leaves out or sends as null, such as `decision.comment`. The suite deletes
   * and changes each value of a body and signs it again. The plugin must then reject it, or give as many signals.
   */
  optional?: string[];
  /** fields that decide whether an event matters, such as `api_version`; the type of the event needs no mention */
  relevance?: string[];
  /** how many seconds the plugin tolerates; required when `sign` depends on the time */
  replayWindowSeconds?: number;
  /** when the body has no time, so that the signed time is the time of the event, in whole seconds */
  signedTimeIsEventTime?: boolean;
  /**
   * Joins the headers of two signatures, when the provider sends several while a secret is replaced. The suite gives
   * it one right and one wrong signature, in both orders.
   */
  rotated?: (first: Record<string, string>, second: Record<string, string>) => Record<string, string>;
  /** headers that must not verify, such as a right digest of an algorithm that is not allowed */
  forgeries?: {
    name: string;
    headers: (body: Buffer, configuration: Configuration, at: Date) => Record<string, string>;
  }[];
  /** signed examples that the provider publishes, verbatim; the plugin must accept each, and reject a changed body */
  vectors?: {
    name: string;
    /** names in lower case */
    headers: Record<string, string>;
    body: string | Buffer;
    /** where it differs from the fixtures' */
    configuration?: Partial<Configuration>;
    /** when the signature has a time */
    receivedAt?: Date;
  }[];
}

/** The secrets of the fixtures' configuration. */
export function secretValues(plugin: ProviderPlugin, configuration: Record<string, unknown>): string[] {
  return plugin.secrets.map((secret) => String(configuration[secret]));
}

/** Everything that a log could show of a value: of an error also its cause, its stack and its own fields. */
export function everythingIn(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? '';
  return [value.message, value.stack, JSON.stringify(value), value.cause ? everythingIn(value.cause) : ''].join('\n');
}

export function expectNoSecret(plugin: ProviderPlugin, configuration: Record<string, unknown>, shown: unknown): void {
  const text = everythingIn(shown);
  for (const secret of secretValues(plugin, configuration)) expect(text).not.toContain(secret);
}
