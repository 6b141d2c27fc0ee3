import { collectDefaultMetrics, Counter, Gauge, Histogram, register, Registry } from 'prom-client';
import { LastReadings, type OnFailure, type Reading } from './last-readings';

const MAX_RULES = 100;
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

  private readonly refusedByLimit = new Counter({
    name: 'probity_requests_refused_by_limit_total',
    help: 'Requests that were rejected because a limit was exceeded, by service and limit',
    labelNames: ['service', 'limit'],
    registers: [this.registry],
  });

  private readonly stoppedWork = new Counter({
    name: 'probity_work_stopped_total',
    help: 'Work that was stopped because its time was used up: of one rule, of all rules for an event, or of a backtest',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  private readonly alerts = new Counter({
    name: 'probity_alerts_raised_total',
    help: 'Alerts that were raised, by source and rule: a rule of the default pack by its name, others by their id',
    labelNames: ['source', 'rule'],
    registers: [this.registry],
  });

  private readonly screenings = new Histogram({
    name: 'probity_screening_duration_seconds',
    help: 'Duration of comparisons of a customer with its parties, or of a counterparty, with the lists; waits included',
    labelNames: ['of'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1],
    registers: [this.registry],
  });

  private readonly listFetches = new Counter({
    name: 'probity_watchlist_fetches_total',
    help: 'Fetches of lists that all tenants share from their sources, by list and result',
    labelNames: ['list', 'result'],
    registers: [this.registry],
  });

  private readonly checkpointCopies = new Counter({
    name: 'probity_checkpoint_copies_total',
    help: 'Copies of checkpoints outside of Probity, by target and outcome',
    labelNames: ['target', 'outcome'],
    registers: [this.registry],
  });

  private readonly rules = new Set<string>();
  private readonly watched = new Map<string, LastReadings[]>();

  /** @param minReadIntervalMs how long the values of a read are used again; default: see LastReadings */
  constructor(private readonly minReadIntervalMs?: number) {
    collectFromNode();
  }

  observeRequest(service: string, method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ service, method, route, status }, seconds);
  }

  observeBatch(writes: number): void {
    this.batches.observe(writes);
  }

  /** @param limit the kind of limit; never a tenant or an address, so that the number of series is bounded */
  countRefusedByLimit(service: string, limit: string): void {
    this.refusedByLimit.inc({ service, limit });
  }

  /** @param kind whose time was used up; never a tenant or a rule, so that the number of series is bounded */
  countStoppedWork(kind: 'rule' | 'event' | 'backtest'): void {
    this.stoppedWork.inc({ kind });
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

  /** Counts an alert that was raised now. Only the first MAX_RULES rules of a process have a label of their own. */
  countAlert(source: string, rule: string): void {
    if (!this.rules.has(rule) && this.rules.size < MAX_RULES) this.rules.add(rule);
    this.alerts.inc({ source, rule: this.rules.has(rule) ? rule : 'other' });
  }

  observeScreening(of: 'customer' | 'counterparty', seconds: number): void {
    this.screenings.observe({ of }, seconds);
  }

  /**
   * Reports gauges that are read at each scrape. Several services of one process may watch the same gauges.
   *
   * @param gauges the help text of each gauge, by its name
   * @param read must be cheap, however much is stored. If it fails or takes longer than MAX_READ_MS, the scrape has the
   * values of the last one that succeeded: the other metrics matter most when a dependency has a problem.
   */
  watch(gauges: Record<string, string>, labelNames: string[], read: () => Promise<Reading[]>, onFailure: OnFailure) {
    const last = new LastReadings(read, onFailure, this.minReadIntervalMs);
    for (const [name, help] of Object.entries(gauges)) {
      const sources = this.watched.get(name);
      if (sources) sources.push(last);
      else this.register(name, help, labelNames, [last]);
    }
  }

  private register(name: string, help: string, labelNames: string[], sources: LastReadings[]): void {
    this.watched.set(name, sources);
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const readings = (await Promise.all(sources.map((source) => source.current()))).flat();
        this.reset();
        for (const { gauge, labels = {}, value } of readings) if (gauge === name) this.set(labels, value);
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

  /** @param list a list with a source, which only operators set */
  countWatchlistFetch(list: string, result: 'imported' | 'unchanged' | 'failed'): void {
    this.listFetches.inc({ list, result });
  }

  /** @param target the operator named it, so that the number of series is bounded */
  countCheckpointCopy(target: string, outcome: 'copied' | 'failed' | 'contradiction'): void {
    this.checkpointCopies.inc({ target, outcome });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async text(): Promise<string> {
    return (await Promise.all([this.registry.metrics(), register.metrics()])).join('\n');
  }
}

/**
 * Collects the metrics of Node.js once per process, in the registry that the package has for it: its observers and timers
 * never end.
 */
function collectFromNode(): void {
  if (!register.getSingleMetric('process_start_time_seconds')) collectDefaultMetrics();
}
