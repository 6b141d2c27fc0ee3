import { type DynamicModule, Module } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import type { EventStore } from '@probity/event-store/event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { Database } from '@probity/persistence/database';
import { systemClock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { Actions } from '@probity/read-side/audit/actions';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { Connections } from './delivery/connections';
import { Dispatcher } from './delivery/dispatcher';
import { Endpoints } from './endpoints/endpoints';
import { EndpointsHandler } from './endpoints/endpoints.handler';
import { WebhookFactsHandler } from './fan-out/webhook-facts.handler';
import { FanOut } from './fan-out/fan-out';
import { Housekeeping } from './housekeeping/housekeeping';
import { RebuildAuditHandler } from './rebuild/rebuild-audit.handler';
import { VerifyAuditHandler } from './rebuild/verify-audit.handler';
import { VerifyProjectionsHandler } from './rebuild/verify-projections.handler';
import { Redelivery } from './redelivery/redelivery';
import { RedeliveryHandler } from './redelivery/redelivery.handler';
import { dnsResolver } from '@probity/targets/dns-resolver';
import type { TargetPolicy } from '@probity/targets/target-policy';
import { Targets } from '@probity/targets/targets';
import { TimeSource } from '@probity/platform/time-source';

/** The dependencies of the webhook dispatcher. */
export interface WebhookDispatcherDependencies {
  database: Database;
  events: EventStore;
  rebuild: RebuildProjections;
  sealer: Sealer;
  targets: TargetPolicy;
  logger: Logger;
  metrics: Metrics;
}

/** Webhook endpoints, and the delivery of events about alerts. */
@Module({})
export class WebhookDispatcherModule {
  static with(dependencies: WebhookDispatcherDependencies): DynamicModule {
    const { database, events, rebuild, sealer, logger } = dependencies;
    const store = new AggregateStore(events, database);
    const targets = new Targets(dependencies.targets, dnsResolver());
    const endpoints = new Endpoints(database, sealer, store);
    const dispatcher = new Dispatcher({
      ...dependencies,
      endpoints,
      clock: systemClock,
      connections: new Connections(targets),
    });
    return {
      module: WebhookDispatcherModule,
      controllers: [
        EndpointsHandler,
        WebhookFactsHandler,
        RedeliveryHandler,
        RebuildAuditHandler,
        VerifyAuditHandler,
        VerifyProjectionsHandler,
      ],
      providers: [
        Redelivery,
        TimeSource,
        { provide: Database, useValue: database },
        { provide: AggregateStore, useValue: store },
        { provide: Actions, useValue: new Actions(store, 'webhooks') },
        { provide: Endpoints, useValue: endpoints },
        { provide: RebuildProjections, useValue: rebuild },
        { provide: Sealer, useValue: sealer },
        { provide: Targets, useValue: targets },
        { provide: Dispatcher, useValue: dispatcher },
        { provide: Housekeeping, useValue: new Housekeeping(database, systemClock, logger) },
        { provide: FanOut, useValue: new FanOut(database, systemClock, () => dispatcher.wake()) },
        { provide: AlertQueries, useValue: new AlertQueries(database) },
        { provide: WebhookQueries, useValue: new WebhookQueries(database) },
      ],
    };
  }
}
