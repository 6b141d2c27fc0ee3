import { type DynamicModule, Module } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import type { EventStore } from '@probity/event-store/event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { CommandBus } from '@probity/messaging/command-bus';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { LOGGER } from '@probity/platform/logger.token';
import { ApiClients } from '@probity/providers/api-client';
import type { PluginRegistry } from '@probity/providers/registry';
import { Actions } from '@probity/read-side/audit/actions';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { dnsResolver } from '@probity/targets/dns-resolver';
import type { TargetPolicy } from '@probity/targets/target-policy';
import { BacktestThreads } from './backtests/backtest-threads';
import { BacktestWorker } from './backtests/backtest-worker';
import { Backtests } from './backtests/backtests';
import { BacktestsHandler } from './backtests/backtests.handler';
import { CustomerFactsHandler } from './customers/customer-facts.handler';
import { EventIntake } from './ingestion/event-intake';
import { WaitingQuota } from './ingestion/waiting-quota';
import { IngestEventHandler } from './ingestion/ingest-event.handler';
import { listSourceParts } from './list-sources/list-source-parts';
import { SourcesHandler } from './list-sources/sources.handler';
import { Rules } from './monitoring-rules/rules';
import { RulesHandler } from './monitoring-rules/rules.handler';
import { TenantRules } from './monitoring-rules/tenant-rules';
import { DueSubjects } from './processing/due-subjects';
import { OutcomeStore } from './processing/outcome-store';
import { processRound, type RoundParts } from './processing/process-round';
import { RerunEventHandler } from './processing/rerun-event.handler';
import { TenantEngines } from './processing/tenant-engines';
import { CustomerHistories } from './evaluation/customer-histories';
import { EvaluationThreads } from './evaluation/evaluation-threads';
import { AmountNotices } from './monitoring-rules/amount-notices';
import { SlowRules } from './monitoring-rules/slow-rules';
import { ProviderLanes } from './processing/provider-lanes';
import { ProviderCalls } from './providers/provider-calls';
import { genuineProviders, ProviderConfigurations } from './providers/provider-configurations';
import { ResponseCache } from './providers/response-cache';
import { StageNotices } from './providers/stage-notices';
import { Sealer, type SealingKeys } from '@probity/platform/sealing';
import { NoticeBoard } from '@probity/notices/notice-board';
import { providerParts } from './providers/provider-parts';
import { ProviderWebhooksHandler } from './providers/provider-webhooks.handler';
import { ProvidersHandler } from './providers/providers.handler';
import { Worker } from '@probity/platform/worker';
import { ThreadedScreening } from './screening/threaded-screening';
import { RescreenTenants } from './rescreenings/rescreen-tenants';
import { ScorerRescreenings } from './rescreenings/scorer-rescreenings';
import { RescreeningsHandler } from './rescreenings/rescreenings.handler';
import { RescreenCustomers } from './screening/rescreen-customers';
import { ScreenCustomerHandler } from './screening/screen-customer.handler';
import { Stages } from './stages/stage-modes';
import { TimeSource } from '@probity/platform/time-source';
import { AddWatchlistEntriesHandler } from './watchlists/add-watchlist-entries.handler';
import { DeleteWatchlistEntryHandler } from './watchlists/delete-watchlist-entry.handler';
import { Imports } from './watchlists/imports';
import { RebuildAcceptedEventsHandler } from './rebuild/rebuild-accepted-events.handler';
import { RebuildProjectionsHandler } from './rebuild/rebuild-projections.handler';
import { VerifyAuditHandler } from './rebuild/verify-audit.handler';
import { VerifyAcceptedEventsHandler } from './rebuild/verify-accepted-events.handler';
import { VerifyProjectionsHandler } from './rebuild/verify-projections.handler';
import { ImportsHandler } from './watchlists/imports.handler';
import { ListStreams } from './watchlists/list-streams';

/** Outcomes of lanes end one by one. After waiting for a provider, this is little, and it saves most commits. */
const LANE_LINGER_MS = 20;

/** The dependencies of the pipeline. */
export interface PipelineDependencies {
  database: Database;
  /** for work that reads all customers or a whole history, because its statements may take long */
  maintenance: Database;
  events: EventStore;
  /** to report findings to customer-risk */
  commands: CommandBus;
  logger: Logger;
  metrics: Metrics;
  /** seal the secrets of providers */
  masterKeys: SealingKeys;
  /** the plugins of this installation */
  plugins: PluginRegistry;
  /** addresses at which providers may be called */
  targets: TargetPolicy;
  rebuild: RebuildProjections;
}

/** Accepts events, screens, monitors, and stores the outcome with its evidence. It owns watchlists, rules and providers. */
@Module({})
export class PipelineModule {
  static with(dependencies: PipelineDependencies, screening: ThreadedScreening): DynamicModule {
    const { database, maintenance, events, commands, logger, metrics, plugins, targets } = dependencies;
    const time = new TimeSource();
    const settings = new SettingsQueries(database);
    const store = new AggregateStore(events, database);
    const actions = new Actions(store, 'pipeline');
    const streams = new ListStreams(store);
    const imports = new Imports(database, streams, time);
    const clients = new ApiClients({ policy: targets, resolve: dnsResolver(), metrics });
    const sealer = new Sealer(dependencies.masterKeys);
    const configurations = new ProviderConfigurations(database, sealer, genuineProviders(database, store));
    const calls = new ProviderCalls({
      plugin: (name) => plugins.find(name),
      active: (tenantId, plugin) => configurations.active(tenantId, plugin),
      api: (plugin, { provider_id, configuration }, timeoutMs) =>
        clients.call({ id: provider_id, plugin, baseUrl: plugin.baseUrl(configuration) }, timeoutMs),
      cache: new ResponseCache(database, sealer),
      now: time.now,
    });
    const ruleQueries = new RuleQueries(database);
    const rules = new Rules(database, store, ruleQueries, time);
    const tenantRules = new TenantRules(database, rules);
    const board = new NoticeBoard(store, time);
    const slowRules = new SlowRules({ rules, board, metrics, logger, now: time.now });
    const amounts = new AmountNotices({ board, logger, now: time.now });
    const stages = new Stages(screening, calls, new StageNotices(board, logger), slowRules, amounts);
    const evaluations = new EvaluationThreads(logger);
    const backtestThreads = new BacktestThreads(maintenance.access);
    const backtests = new Backtests(database, store, time);
    const scorer = new ScorerRescreenings(maintenance, store, time.now);
    const lanes = new ProviderLanes(logger, () => worker.wake());
    const parts: RoundParts = {
      database,
      commands,
      engines: new TenantEngines(settings),
      rulesOf: (tenantIds) => tenantRules.currentOf(tenantIds),
      screening,
      stages,
      evaluations,
      histories: new CustomerHistories(database),
      events,
      outcomes: new OutcomeStore({ database, events, logger, now: time.now }),
      laneOutcomes: new OutcomeStore({ database, events, logger, now: time.now }, { lingerMs: LANE_LINGER_MS }),
      dueSubjects: new DueSubjects(database),
      lanes,
      board,
      logger,
      now: time.now,
    };
    const quota = new WaitingQuota(database, logger, time.now);
    const worker: Worker = new Worker(() => processRound(parts), logger);
    return {
      module: PipelineModule,
      controllers: [
        IngestEventHandler,
        RerunEventHandler,
        ScreenCustomerHandler,
        AddWatchlistEntriesHandler,
        DeleteWatchlistEntryHandler,
        ImportsHandler,
        SourcesHandler,
        RescreeningsHandler,
        RulesHandler,
        BacktestsHandler,
        CustomerFactsHandler,
        ProvidersHandler,
        ProviderWebhooksHandler,
        RebuildProjectionsHandler,
        RebuildAcceptedEventsHandler,
        VerifyAuditHandler,
        VerifyAcceptedEventsHandler,
        VerifyProjectionsHandler,
      ],
      providers: [
        ...providerParts({
          ...dependencies,
          store,
          registry: plugins,
          clients,
          sealer,
          configurations,
          settings,
          time,
        }),
        ...listSourceParts({ ...dependencies, store, actions, imports, board, sealer, time }),
        { provide: TimeSource, useValue: time },
        { provide: AggregateStore, useValue: store },
        { provide: Actions, useValue: actions },
        { provide: RebuildProjections, useValue: dependencies.rebuild },
        { provide: Database, useValue: database },
        { provide: LOGGER, useValue: logger },
        { provide: CommandBus, useValue: commands },
        { provide: SettingsQueries, useValue: settings },
        { provide: EventQueries, useValue: new EventQueries(database) },
        { provide: WatchlistQueries, useValue: new WatchlistQueries(database) },
        { provide: RuleQueries, useValue: ruleQueries },
        { provide: ListStreams, useValue: streams },
        { provide: Imports, useValue: imports },
        { provide: Rules, useValue: rules },
        { provide: ThreadedScreening, useValue: screening },
        { provide: Stages, useValue: stages },
        { provide: Worker, useValue: worker },
        { provide: EvaluationThreads, useValue: evaluations },
        { provide: BacktestThreads, useValue: backtestThreads },
        { provide: Backtests, useValue: backtests },
        { provide: ScorerRescreenings, useValue: scorer },
        {
          provide: BacktestWorker,
          useValue: new BacktestWorker({ database, backtests, runs: backtestThreads, settings, metrics, logger }),
        },
        { provide: ProviderLanes, useValue: lanes },
        { provide: EventIntake, useValue: new EventIntake({ database, events }, quota, () => worker.wake()) },
        {
          provide: RescreenTenants,
          useValue: new RescreenTenants({ ...parts, database: maintenance, screening, scorer, now: time.now }),
        },
        {
          provide: RescreenCustomers,
          useValue: new RescreenCustomers({ ...parts, database: maintenance, screening, now: time.now }),
        },
      ],
    };
  }
}
