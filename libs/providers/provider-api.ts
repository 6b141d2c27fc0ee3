/** One request to a provider. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** below the plugin's base url, such as `/match/default`; with the query */
  path: string;
  headers?: Record<string, string>;
  /** sent as JSON; a string is sent as it is, so that a signature over it fits */
  body?: unknown;
}

/** The response of a provider. */
export interface ApiResponse {
  status: number;
  /** names in lower case */
  headers: Readonly<Record<string, string>>;
  /** the parsed JSON of the body; undefined for an empty body, and for an error (400 or more) whose body is not JSON */
  body: unknown;
}

/**
 * Calls one provider for one tenant. It sends only to the plugin's base url, on the public internet or in a private
 * network that the operator allows, follows no redirect, reads at most a megabyte, and ends with the deadline of the call. It repeats requests that failed before
 * a response, and responses 429, 502, 503 and 504, a bounded number of times while the deadline allows it.
 */
export interface ProviderApi {
  /**
   * @throws ProviderFailure without a response: time-out, refused target, no JSON, open circuit, too many calls; and
   * for responses with a status of 400 or more, unless it is in `accept`
   */
  request(request: ApiRequest, accept?: readonly number[]): Promise<ApiResponse>;
  /** the time of the call, for signatures of requests */
  now(): Date;
}

/** Why a provider gave no usable result. */
export const PROVIDER_FAILURES = [
  'timeout',
  'unreachable',
  'unsafe_target',
  'rejected_credentials',
  'rejected_request',
  'failed',
  'not_understood',
  'too_large',
  'circuit_open',
  'overloaded',
  'inactive',
] as const;
export type FailureReason = (typeof PROVIDER_FAILURES)[number];

/** A provider gave no usable result. The message has no secret and no personal data: staff read it in notices. */
export class ProviderFailure extends Error {
  constructor(
    readonly why: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProviderFailure';
  }
}
