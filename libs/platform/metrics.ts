import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const MAX_READ_MS = 1_000;
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The Prometheus metrics of this process. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'probity_http_request_duration_seconds',
    help: 'Duration of HTTP requests, by service, method, route and status',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  });
  private readonly batches = new Histogram({
    name: 'probity_ledger_batch_writes',
    help: 'Number of writes in one append to a ledger (group commit)',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers: [this.registry],
  });
  private readonly conflicts = new Counter({
    name: 'probity_ledger_conflicts_total',
    help: 'Appends to a ledger that failed because another process had written to it',
    registers: [this.registry],
  });

  private readonly published = new Counter({
    name: 'probity_facts_published_total',
    help: 'Facts published to their topics; facts that are published again after an error count again',
    labelNames: ['topic'],
    registers: [this.registry],
  });

  private readonly passedOver = new Counter({
    name: 'probity_events_passed_over_total',
    help: 'Events that a follower passed over, by what it follows and why: written by another program, or damaged',
    labelNames: ['kind', 'why'],
    registers: [this.registry],
  });

  private readonly webhookAttempts = new Histogram({
    name: 'probity_webhook_attempt_duration_seconds',
    help: 'Duration of attempts to deliver webhooks, by the status of the delivery after the attempt',
    labelNames: ['status'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers: [this.registry],
  });

  private readonly disabledWebhooks = new Counter({
    name: 'probity_webhooks_disabled_total',
    help: 'Webhook endpoints that were disabled because their receivers are gone or have failed for days',
    registers: [this.registry],
  });

  private readonly providerWebhooks = new Counter({
    name: 'probity_provider_webhooks_total',
    help: 'Webhooks from active providers, by plugin and outcome',
    labelNames: ['plugin', 'outcome'],
    registers: [this.registry],
  });

  private readonly providerSignals = new Counter({
    name: 'probity_provider_signals_total',
    help: 'Signals of providers by plugin and outcome; retries count again',
    labelNames: ['plugin', 'outcome'],
    registers: [this.registry],
  });

  private readonly providerRequests = new Histogram({
    name: 'probity_provider_request_duration_seconds',
    help: 'Duration of requests to providers, repetitions included, by plugin and outcome',
    labelNames: ['plugin', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  observeRequest(service: string, method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ service, method, route, status }, seconds);
  }

  observeBatch(writes: number): void {
    this.batches.observe(writes);
  }

  countConflict(): void {
    this.conflicts.inc();
  }

  countPublished(topic: string, facts: number): void {
    this.published.inc({ topic }, facts);
  }

  countPassedOver(kind: string, why: 'foreign' | 'damaged', events: number): void {
    this.passedOver.inc({ kind, why }, events);
  }

  observeWebhookAttempt(status: string, seconds: number): void {
    this.webhookAttempts.observe({ status }, seconds);
  }

  countDisabledWebhook(): void {
    this.disabledWebhooks.inc();
  }

  /**
   * Reports the number of open notices at each scrape.
   *
   * @param read the number of each kind. If it fails or takes longer than MAX_READ_MS, the scrape has the numbers of
   * the last one that succeeded: the other metrics matter most when the database has a problem.
   */
  watchOpenNotices(read: () => Promise<Record<string, number>>, onFailure: (error: unknown) => void): void {
    new Gauge({
      name: 'probity_open_notices',
      help: 'Open notices, by what they are about',
      labelNames: ['kind'],
      registers: [this.registry],
      async collect() {
        try {
          const counts = await within(MAX_READ_MS, read());
          this.reset();
          for (const [kind, count] of Object.entries(counts)) this.set({ kind }, count);
        } catch (error) {
          onFailure(error);
        }
      },
    });
  }

  /** @param plugin a plugin of this installation */
  countProviderWebhook(plugin: string, outcome: 'accepted' | 'unverified' | 'unreadable' | 'unavailable'): void {
    this.providerWebhooks.inc({ plugin, outcome });
  }

  /** @param outcome `conflicting`: it has the id of an earlier one and another content, so it is not stored */
  countProviderSignal(plugin: string, outcome: 'applied' | 'unresolved' | 'failed' | 'conflicting'): void {
    this.providerSignals.inc({ plugin, outcome });
  }

  /** @param outcome `success`, or why the provider gave no usable response */
  observeProviderRequest(plugin: string, outcome: string, seconds: number): void {
    this.providerRequests.observe({ plugin, outcome }, seconds);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no result after ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, tooSlow]).finally(() => clearTimeout(timer));
}
