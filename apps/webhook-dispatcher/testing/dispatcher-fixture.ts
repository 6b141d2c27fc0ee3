import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { WebhookDeliveryDetail } from '@probity/contracts/webhooks/views';
import { exampleOf } from '@probity/contracts/declaration/example';
import { WEBHOOK_EVENTS, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { Actions } from '@probity/read-side/audit/actions';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { Connections } from '../delivery/connections';
import { Dispatcher } from '../delivery/dispatcher';
import { Endpoints } from '../endpoints/endpoints';
import { webhookEvent } from '../fan-out/webhook-event';
import { FanOut } from '../fan-out/fan-out';
import { Redelivery } from '../redelivery/redelivery';

const PATIENCE_MS = 10_000;

/** A dispatcher on its own database, with a clock that the test controls. */
export class DispatcherFixture {
  tenantId: string = randomUUID();
  now = new Date('2026-03-02T09:00:00.000Z');
  readonly queries: WebhookQueries;
  readonly store: AggregateStore;
  readonly endpoints: Endpoints;
  readonly redelivery: Redelivery;
  readonly fanOut: FanOut;
  readonly masterKey = randomBytes(32);
  readonly sealer = new Sealer(this.masterKey);
  dispatcher: Dispatcher;

  private constructor(
    private readonly test: TestDatabase,
    readonly database: Database,
  ) {
    this.queries = new WebhookQueries(database);
    this.store = new AggregateStore(new PostgresEventStore(database), database);
    this.endpoints = new Endpoints(database, this.sealer, this.store);
    this.redelivery = new Redelivery(database, new Actions(this.store, 'webhooks'));
    this.fanOut = new FanOut(database, this.clock, () => this.dispatcher.wake());
    this.dispatcher = this.newDispatcher();
  }

  static async start(): Promise<DispatcherFixture> {
    const test = await createTestDatabase();
    const fixture = new DispatcherFixture(test, await test.as(ROLES.webhookDispatcher));
    fixture.dispatcher.start();
    return fixture;
  }

  readonly clock = (): Date => this.now;

  get owner(): Database {
    return this.test.owner;
  }

  newDispatcher(database: Database = this.database): Dispatcher {
    const targets = { allowedPorts: new Set<number>(), allowInsecureLoopback: true };
    const connections = new Connections({ policy: targets, resolve: () => Promise.resolve([]) });
    const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
    const parts = { database, endpoints: this.endpoints, sealer: this.sealer, connections, clock: this.clock, logger };
    return new Dispatcher({ ...parts, metrics: new Metrics(), random: () => 0.5 });
  }

  /** Lets time pass. */
  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
    this.dispatcher.wake();
  }

  async endpoint(url: string, event_types: WebhookEventType[] = ['alert.created']): Promise<[string, string]> {
    const request = { ...this.request(randomUUID()), label: 'test', url, event_types };
    return [request.endpoint_id, await this.endpoints.create(request, this.now)];
  }

  request(endpoint_id: string) {
    return { tenant_id: this.tenantId, endpoint_id, actor: 'staff:tester' };
  }

  /** Reports an event; returns its id. */
  async happens(type: WebhookEventType = 'alert.created', eventId: string = randomUUID()): Promise<string> {
    const content = { ...exampleOf(WEBHOOK_EVENTS[type].data), title: 'Überweisung' };
    await this.fanOut.take(webhookEvent(type, eventId, this.tenantId, this.now.toISOString(), content));
    return eventId;
  }

  deliveries(endpointId: string): Promise<WebhookDeliveryDetail[]> {
    return this.queries.deliveries(this.tenantId, endpointId, { limit: 100, offset: 0 });
  }

  /** The only delivery of an endpoint, once it meets the condition. */
  async delivery(
    endpointId: string,
    isAsExpected: (delivery: WebhookDeliveryDetail) => boolean,
  ): Promise<WebhookDeliveryDetail> {
    return this.until(async () => {
      const [delivery] = await this.deliveries(endpointId);
      return delivery && isAsExpected(delivery) ? delivery : undefined;
    });
  }

  async until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      if (performance.now() > giveUpAt) throw new Error('the condition was not met in time');
      await delay(10);
    }
  }

  async stop(): Promise<void> {
    await this.fanOut.close();
    await this.dispatcher.stop();
    await this.test.drop();
  }
}
