import { createHash } from 'node:crypto';
import { Pool } from 'undici';
import { type Clock, systemClock } from '@probity/platform/clock';
import type { Metrics } from '@probity/platform/metrics';
import { type Deadline, deadlineIn } from '@probity/targets/deadline';
import type { ResolveName } from '@probity/targets/resolve-target';
import { safeConnector, type SafeConnectorOptions } from '@probity/targets/safe-connector';
import type { TargetPolicy } from '@probity/targets/target-policy';
import { CALL_LIMITS, type CallLimitOptions, CallLimits, type Circuit } from './call-limits';
import { CallCounts, type CallStatistics } from './call-statistics';
import { type ApiRequest, type ApiResponse, type ProviderApi, ProviderFailure } from './provider-api';
import { lateFailure, type Sending, sendRequest } from './send-request';

const CONNECT_TIMEOUT_MS = 5_000;
/** The longest deadline of a call. */
export const MAX_CALL_MS = 30_000;
/** Shorter than five seconds, after which many servers close idle connections. */
const KEEP_ALIVE_MS = 4_000;
const MAX_HEADER_BYTES = 16_384;

export interface ApiClientOptions {
  policy: TargetPolicy;
  resolve: ResolveName;
  metrics?: Pick<Metrics, 'observeProviderRequest'>;
  /** the time that plugins sign */
  clock?: Clock;
  limits?: Partial<CallLimitOptions>;
  /** for tests */
  connecting?: Pick<SafeConnectorOptions, 'ca' | 'dial'>;
}

/** A provider of a tenant. */
export interface CalledProvider {
  /** of the tenant's provider, so that tenants share neither connections nor limits */
  id: string;
  plugin: { name: string; title: string };
  baseUrl: string;
}

/** The API during one call of a stage, which also knows what was received. */
export interface CallApi extends ProviderApi {
  /**
   * SHA-256, lower-case hex, of the raw bodies that the plugin received, in the order of their arrival; for one
   * request, of its body. Undefined before the first response.
   */
  payloadSha256(): string | undefined;
}

export interface ProviderHealth extends CallStatistics {
  circuit: Circuit;
  running: number;
  waiting: number;
}

interface Client {
  baseUrl: string;
  pool: Pool;
  limits: CallLimits;
  counts: CallCounts;
}

/**
 * Calls the providers of all tenants. Each provider of a tenant has its own connections, circuit breaker and limits,
 * so that a slow one delays no other.
 */
export class ApiClients {
  private readonly clients = new Map<string, Client>();
  private readonly connect: ReturnType<typeof safeConnector>;

  constructor(private readonly options: ApiClientOptions) {
    const { policy, resolve, connecting } = options;
    this.connect = safeConnector(policy, resolve, { timeoutMs: CONNECT_TIMEOUT_MS, ...connecting });
  }

  /** @param timeoutMs from now, for all requests of the call together; at most MAX_CALL_MS */
  call(provider: CalledProvider, timeoutMs: number): CallApi {
    const deadline = deadlineIn(Math.min(timeoutMs, MAX_CALL_MS));
    const hash = createHash('sha256');
    let received = 0;
    return {
      request: async (request, accept = []) => {
        const { response, raw } = await this.request(provider, request, accept, deadline);
        received++;
        hash.update(raw);
        return response;
      },
      now: this.options.clock ?? systemClock,
      payloadSha256: () => (received === 0 ? undefined : hash.copy().digest('hex')),
    };
  }

  /** Undefined when this process has not called the provider yet. */
  health(providerId: string): ProviderHealth | undefined {
    const client = this.clients.get(providerId);
    if (!client) return undefined;
    const { circuit, running, waiting } = client.limits;
    return { circuit, running, waiting, ...client.counts.now() };
  }

  /** Closes the connections of a provider, including those in use, and forgets its circuit and counts. */
  async close(providerId: string): Promise<void> {
    const client = this.clients.get(providerId);
    this.clients.delete(providerId);
    await client?.pool.destroy();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.clients.keys()].map((id) => this.close(id)));
  }

  private async request(
    provider: CalledProvider,
    request: ApiRequest,
    accept: readonly number[],
    deadline: Deadline,
  ): Promise<{ response: ApiResponse; raw: Buffer }> {
    const { name, title } = provider.plugin;
    const { pool, limits, counts } = this.clientOf(provider);
    const began = performance.now();
    const ms = (): number => performance.now() - began;
    const basePath = new URL(provider.baseUrl).pathname.replace(/\/$/, '');
    try {
      const received = await withinDeadline(deadline, title, (signal, sent) =>
        limits.run(deadline, async () => {
          if (signal.aborted) throw lateFailure(title, false);
          sent();
          return sendRequest(request, { pool, basePath, title, signal, accept } satisfies Sending);
        }),
      );
      counts.succeeded(this.now(), ms());
      this.options.metrics?.observeProviderRequest(name, 'success', ms() / 1_000);
      return received;
    } catch (error) {
      if (error instanceof ProviderFailure) {
        counts.failed(this.now(), ms(), error);
        this.options.metrics?.observeProviderRequest(name, error.why, ms() / 1_000);
      }
      throw error;
    }
  }

  private now(): Date {
    return (this.options.clock ?? systemClock)();
  }

  private clientOf({ id, plugin, baseUrl }: CalledProvider): Client {
    const known = this.clients.get(id);
    if (known?.baseUrl === baseUrl) return known;
    void known?.pool.close(); // running requests end on their own
    const client = {
      baseUrl,
      pool: this.poolOf(baseUrl),
      limits: new CallLimits(plugin.title, this.limits, () => this.now()),
      counts: new CallCounts(),
    };
    this.clients.set(id, client);
    return client;
  }

  private poolOf(baseUrl: string): Pool {
    return new Pool(new URL(baseUrl).origin, {
      connect: this.connect,
      connections: this.limits.maxConcurrent,
      pipelining: 1,
      headersTimeout: MAX_CALL_MS,
      bodyTimeout: MAX_CALL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  private get limits(): CallLimitOptions {
    return { ...CALL_LIMITS, ...this.options.limits };
  }
}

/** Ends the work at the deadline, also when it waits for its turn or for a repetition. */
async function withinDeadline<T>(
  deadline: Deadline,
  title: string,
  work: (signal: AbortSignal, sent: () => void) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let wasSent = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      ending.abort();
      reject(lateFailure(title, wasSent));
    }, deadline.remainingMs());
  });
  try {
    return await Promise.race([work(ending.signal, () => (wasSent = true)), late]);
  } finally {
    clearTimeout(timer);
  }
}
