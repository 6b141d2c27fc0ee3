import { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { GroupCommit } from '@probity/platform/group-commit';
import { derivedId } from '@probity/platform/ids';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { Sealer } from '@probity/platform/sealing';
import { Worker } from '@probity/platform/worker';
import { grantSubject } from '@probity/read-side/grant-subject';
import type { Endpoints } from '../endpoints/endpoints';
import { openSecret } from '../endpoints/signing-secret';
import { attempt, AttemptEnded, type AttemptResult, DEADLINE_MS } from './attempt';
import { type ClaimedDelivery, claimDeliveries } from './claim';
import type { Connections } from './connections';
import { Loads } from './loads';
import { cutOff, isRefusal, type Outcome, outcomeOf } from './outcome';
import { storeOutcomes } from './store-outcomes';

/** The maximum number of attempts that are in progress or whose outcome is not stored yet. */
const MAX_UNDER_WAY = 2_000;
const OUTCOMES_AT_ONCE = 500;
const STORE_AGAIN_MS = 500;
/** How often the dispatcher checks whether endpoints with attempts in progress were deleted. */
const DELETED_LOOK_MS = 250;
/** How long attempts may continue when the service stops. */
const STOP_PATIENCE_MS = 3_000;

/** For the institution: its receiver was not called. Operators find the cause in the log. */
const NOT_SENT = 'the delivery could not be sent; if this happens again, delete the webhook and create a new one';
const ATTEMPT_PREVENTED =
  'an error in Probity prevented an attempt to send a webhook; if this happens again, check that PROBITY_MASTER_KEY is ' +
  'the key that sealed the secret of the endpoint, and that its row was not changed';
const FORGED =
  'its receiver, events or secret were changed, it was deleted, or PROBITY_MASTER_KEY is not the key that sealed its secret';
const REPORT_MS = 3_600_000;

const DELETED = "SELECT id FROM webhooks.endpoints WHERE id = ANY($1) AND status = 'deleted'";

export interface DispatcherParts {
  database: Database;
  /** records which endpoints it disables */
  endpoints: Endpoints;
  sealer: Sealer;
  connections: Connections;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  random?: () => number;
}

/**
 * Sends due deliveries. Several dispatchers share the work through claims; each has its own view of an endpoint's
 * load.
 */
export class Dispatcher {
  private readonly worker: Worker;
  private readonly outcomes: GroupCommit<Outcome>;
  private readonly loads = new Loads();
  /** the attempts in progress, by the id of the endpoint */
  private readonly underWay = new Map<string, Set<AbortController>>();
  private readonly deliveries = new Set<Promise<void>>();
  private looking: NodeJS.Timeout | undefined;
  private readonly reports: Contradictions;
  private isStopping = false;

  constructor(private readonly parts: DispatcherParts) {
    this.reports = new Contradictions(parts.database, REPORT_MS);
    this.worker = new Worker(() => this.round(), parts.logger);
    this.outcomes = new GroupCommit((outcomes) => this.store(outcomes), {
      most: OUTCOMES_AT_ONCE,
      mostWaiting: Infinity, // limited by MAX_UNDER_WAY
    });
  }

  start(): void {
    this.worker.start();
    this.looking = setInterval(() => void this.abortDeleted(), DELETED_LOOK_MS);
  }

  /** Call it when a delivery is due or can be sent now. */
  wake(): void {
    this.worker.wake();
  }

  /** Ends the attempts to an endpoint. */
  abort(endpointId: string): void {
    for (const attempt of this.underWay.get(endpointId) ?? []) attempt.abort(new AttemptEnded('deleted'));
    this.loads.forget(endpointId);
    void this.parts.connections.close(endpointId);
  }

  /** Allows an immediate attempt to an endpoint, however often it has failed. */
  forgetFailures(endpointId: string): void {
    if (!this.underWay.has(endpointId)) this.loads.forget(endpointId);
    this.wake();
  }

  /** Takes no more deliveries and gives attempts in progress a short time. Another dispatcher sends the rest again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.looking);
    await this.worker.stop();
    const timer = setTimeout(() => {
      for (const attempts of this.underWay.values()) {
        for (const attempt of attempts) attempt.abort(new AttemptEnded('stopping'));
      }
    }, STOP_PATIENCE_MS);
    await Promise.all(this.deliveries);
    clearTimeout(timer);
    await this.outcomes.close();
    await this.parts.connections.closeAll();
  }

  /** Begins as many attempts as there is room for. Returns whether due deliveries may be left. */
  private async round(): Promise<boolean> {
    const total = MAX_UNDER_WAY - this.deliveries.size;
    if (total <= 0) return false; // the end of an attempt wakes the worker
    const room = this.loads.room(total, performance.now());
    const claimed = await claimDeliveries(this.parts.database, this.parts.clock(), room);
    this.loads.claimed(claimed, room);
    const secrets = new Map<string, Promise<string>>(); // the secrets of this claim, each opened once
    for (const delivery of claimed) {
      const done = this.deliver(delivery, secrets).catch((err: unknown) => {
        this.parts.logger.error(
          { err, delivery_id: delivery.id },
          'the outcome of a delivery is not stored; sending it again after its lease',
        );
      });
      this.deliveries.add(done);
      void done.finally(() => this.deliveries.delete(done));
    }
    return claimed.length === total;
  }

  private async deliver(delivery: ClaimedDelivery, secrets: Map<string, Promise<string>>): Promise<void> {
    const { clock, metrics, random = Math.random } = this.parts;
    const load = this.loads.begun(delivery);
    const begun = performance.now();
    const id = derivedId(delivery.id, `attempt ${delivery.attempt_count}`);
    const at = clock();
    let outcome: Outcome;
    try {
      const result = await this.attempt(delivery, secrets, id, at);
      outcome = outcomeOf(delivery, { id, at, ended: clock() }, result, random());
      if (outcome.error === null) load.succeeded(performance.now() - begun);
      else if (isRefusal(outcome)) load.refused();
      else load.failed(performance.now());
    } catch (error) {
      if (!(error instanceof AttemptEnded) || (error.why !== 'deleted' && error.why !== 'stopping')) throw error;
      load.ended();
      outcome = cutOff(delivery, { id, at, ended: clock() }, error.why);
    }
    if (this.loads.ended(delivery)) this.wake();
    metrics.observeWebhookAttempt(outcome.status, outcome.attempt.duration_ms / 1_000);
    await this.outcomes.take(outcome);
    if (this.deliveries.size >= MAX_UNDER_WAY) this.wake();
  }

  private async attempt(
    delivery: ClaimedDelivery,
    secrets: Map<string, Promise<string>>,
    attemptId: string,
    at: Date,
  ): Promise<AttemptResult> {
    const { connections, logger } = this.parts;
    const { endpoint_id, tenant_id, url } = delivery;
    const ending = new AbortController();
    const attempts = this.underWay.get(endpoint_id) ?? new Set();
    this.underWay.set(endpoint_id, attempts.add(ending));
    const deadline = setTimeout(() => ending.abort(new AttemptEnded('deadline')), DEADLINE_MS);
    try {
      const receiver = `${endpoint_id} ${tenant_id}`;
      const opened = secrets.get(receiver) ?? this.open(delivery);
      secrets.set(receiver, opened);
      const secret = await opened;
      const pool = connections.of(endpoint_id, url);
      return await attempt(pool, { delivery, attemptId, secret, at }, ending);
    } catch (err) {
      if (err instanceof AttemptEnded) throw err;
      logger.error({ err, endpoint_id, delivery_id: delivery.id }, ATTEMPT_PREVENTED);
      return { response_status: null, error: NOT_SENT, retry_after_ms: 0 };
    } finally {
      clearTimeout(deadline);
      attempts.delete(ending);
      if (attempts.size === 0) this.underWay.delete(endpoint_id);
    }
  }

  /** Opens the secret. If it was sealed for another receiver, or the endpoint was deleted, operators get a notice. */
  private async open(delivery: ClaimedDelivery): Promise<string> {
    const { endpoint_id, tenant_id, endpoint_tenant_id, url, event_types, sealed_secret } = delivery;
    const isDeleted = await this.parts.endpoints.isDeletedInEvents(endpoint_id);
    try {
      if (isDeleted) throw new Error('its events say that it was deleted');
      if (endpoint_tenant_id !== tenant_id) throw new Error('the delivery and its endpoint have different tenants');
      return openSecret(this.parts.sealer, { id: endpoint_id, tenant_id, url, event_types }, sealed_secret);
    } catch (cause) {
      const error = new Error(`webhook ${endpoint_id} receives nothing: ${FORGED}`, { cause });
      await this.reports.report(error, grantSubject('webhook', endpoint_id), FORGED);
      throw error;
    }
  }

  /** Retries until the outcomes are stored, or another dispatcher has taken the deliveries over after their leases. */
  private async store(outcomes: Outcome[]): Promise<void> {
    const { database, endpoints, clock, logger, metrics } = this.parts;
    for (;;) {
      try {
        const disabled = await storeOutcomes(database, endpoints, outcomes, clock());
        for (const webhook of disabled) {
          metrics.countDisabledWebhook();
          logger.warn(webhook, 'disabled a webhook');
        }
        return;
      } catch (err) {
        logger.warn({ err, outcomes: outcomes.length }, 'cannot store outcomes of webhooks now; retrying');
        if (this.isStopping) throw err;
        await new Promise((resolve) => setTimeout(resolve, STORE_AGAIN_MS));
      }
    }
  }

  /** Another instance may have deleted an endpoint to which this one is sending. */
  private async abortDeleted(): Promise<void> {
    const remembered = this.loads.remembered;
    if (remembered.length === 0) return;
    try {
      const { rows } = await this.parts.database.query<{ id: string }>(DELETED, [remembered]);
      for (const { id } of rows) this.abort(id);
    } catch (err) {
      this.parts.logger.warn(
        { err },
        'cannot read which webhook endpoints were deleted; attempts to deleted ones continue until the next check',
      );
    }
  }
}
