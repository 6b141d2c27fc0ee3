import type { Provider } from '@nestjs/common';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { RequestKey } from '@probity/platform/request-encryption';
import type { Sealer, SealingKeys } from '@probity/platform/sealing';
import type { TimeSource } from '@probity/platform/time-source';
import { ApiClients } from '@probity/providers/api-client';
import type { PluginRegistry } from '@probity/providers/registry';
import { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { SignalQueries } from '@probity/read-side/providers/signal-queries';
import type { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import type { TargetPolicy } from '@probity/targets/target-policy';
import { ProviderChecks } from './provider-checks';
import type { ProviderConfigurations } from './provider-configurations';
import { Providers } from './providers';
import { SignalWorker } from './signal-worker';
import { Signals } from './signals';
import { WebhookIntake } from './webhook-intake';
import { WebhookPayloads } from './webhook-payloads';

export interface ProviderDependencies {
  database: Database;
  store: AggregateStore;
  commands: CommandBus;
  registry: PluginRegistry;
  targets: TargetPolicy;
  clients: ApiClients;
  sealer: Sealer;
  configurations: ProviderConfigurations;
  settings: SettingsQueries;
  masterKeys: SealingKeys;
  time: TimeSource;
  logger: Logger;
  metrics: Metrics;
}

/** The parts of the pipeline that providers of tenants need. */
export function providerParts(dependencies: ProviderDependencies): Provider[] {
  const { database, store, registry, targets, clients, sealer, configurations, settings, masterKeys, time } =
    dependencies;
  const queries = new ProviderQueries(database);
  const signals = new Signals(store, time);
  const payloads = new WebhookPayloads(database, sealer, settings);
  const worker = new SignalWorker({ ...dependencies, signals }, payloads, time.now);
  const onStored = () => worker.wake();
  return [
    { provide: RequestKey, useValue: new RequestKey(masterKeys) },
    { provide: ProviderQueries, useValue: queries },
    { provide: SignalQueries, useValue: new SignalQueries(database) },
    { provide: Providers, useValue: new Providers(store, registry, targets, sealer, queries, time) },
    { provide: ProviderChecks, useValue: new ProviderChecks(registry, configurations, clients, time) },
    { provide: ApiClients, useValue: clients },
    { provide: SignalWorker, useValue: worker },
    {
      provide: WebhookIntake,
      useValue: new WebhookIntake({ ...dependencies, configurations, payloads, signals, onStored }),
    },
  ];
}
