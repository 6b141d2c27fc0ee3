import { type DynamicModule, Module } from '@nestjs/common';
import { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { Connections } from './delivery/connections';
import { Dispatcher } from './delivery/dispatcher';
import { CreateEndpointHandler } from './endpoints/create-endpoint.handler';
import { DeleteEndpointHandler } from './endpoints/delete-endpoint.handler';
import { Endpoints } from './endpoints/endpoints';
import { RotateSecretHandler } from './endpoints/rotate-secret.handler';
import { SetEndpointStatusHandler } from './endpoints/set-endpoint-status.handler';
import { WebhookFactsHandler } from './fan-out/webhook-facts.handler';
import { FanOut } from './fan-out/fan-out';
import { Housekeeping } from './housekeeping/housekeeping';
import { Redelivery } from './redelivery/redelivery';
import { RedeliveryHandler } from './redelivery/redelivery.handler';
import { dnsResolver } from './targets/dns-resolver';
import type { TargetPolicy } from './targets/target-policy';
import { Targets } from './targets/targets';
import { TimeSource } from '@probity/platform/time-source';

/** What the webhook dispatcher gets from outside. */
export interface WebhookDispatcherDependencies {
  database: Database;
  sealer: Sealer;
  targets: TargetPolicy;
  logger: Logger;
  metrics: Metrics;
  clock?: Clock;
  random?: () => number;
}

/** Endpoints for webhooks, and the delivery of what happens to alerts. */
@Module({})
export class WebhookDispatcherModule {
  static with(dependencies: WebhookDispatcherDependencies): DynamicModule {
    const { database, sealer, logger } = dependencies;
    const time = new TimeSource();
    if (dependencies.clock) time.now = dependencies.clock;
    const clock: Clock = () => time.now();
    const targets = new Targets(dependencies.targets, dnsResolver());
    const dispatcher = new Dispatcher({ ...dependencies, clock, connections: new Connections(targets) });
    return {
      module: WebhookDispatcherModule,
      controllers: [
        CreateEndpointHandler,
        RotateSecretHandler,
        SetEndpointStatusHandler,
        DeleteEndpointHandler,
        WebhookFactsHandler,
        RedeliveryHandler,
      ],
      providers: [
        Endpoints,
        Redelivery,
        { provide: TimeSource, useValue: time },
        { provide: Database, useValue: database },
        { provide: Sealer, useValue: sealer },
        { provide: Targets, useValue: targets },
        { provide: Dispatcher, useValue: dispatcher },
        { provide: Housekeeping, useValue: new Housekeeping(database, clock, logger) },
        { provide: FanOut, useValue: new FanOut(database, clock, () => dispatcher.wake()) },
        { provide: AlertQueries, useValue: new AlertQueries(database) },
        { provide: WebhookQueries, useValue: new WebhookQueries(database) },
      ],
    };
  }
}
