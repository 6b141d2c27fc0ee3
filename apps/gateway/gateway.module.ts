import { type DynamicModule, Module } from '@nestjs/common';
import { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { ReplyKey } from '@probity/platform/reply-encryption';
import { TimeSource } from '@probity/platform/time-source';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { BacktestQueries } from '@probity/read-side/backtests/backtest-queries';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { RiskViews } from '@probity/read-side/customers/risk-view';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { AccountsController } from './accounts/accounts.controller';
import { AlertsController } from './alerts/alerts.controller';
import { ApiKeyLookup } from './auth/api-key-lookup';
import { BacktestsController } from './backtests/backtests.controller';
import { CasesController } from './cases/cases.controller';
import { CheckpointsController } from './checkpoints/checkpoints.controller';
import { TilesController } from './checkpoints/tiles.controller';
import { CurrenciesController } from './currencies/currencies.controller';
import { CustomersController } from './customers/customers.controller';
import { RiskController } from './customers/risk.controller';
import { EventsController } from './events/events.controller';
import { IngestionController } from './events/ingestion.controller';
import { LedgersController } from './ledgers/ledgers.controller';
import { LimitsController } from './limits/limits.controller';
import { MonitoringRulesController } from './monitoring-rules/monitoring-rules.controller';
import { PostingsController } from './postings/postings.controller';
import { TransactionsController } from './postings/transactions.controller';
import { ProviderWebhooksController } from './providers/provider-webhooks.controller';
import { RunningWebhooks } from './providers/running-webhooks';
import { WebhookEncryption } from './providers/webhook-encryption';
import { WatchlistEntriesController } from './watchlist-entries/watchlist-entries.controller';
import { WebhooksController } from './webhooks/webhooks.controller';

/** The REST API for institutions. It reads projections and sends commands, and stores no data itself. */
@Module({})
export class GatewayModule {
  static with(database: Database, commands: CommandBus): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        CurrenciesController,
        LedgersController,
        CheckpointsController,
        TilesController,
        AccountsController,
        PostingsController,
        TransactionsController,
        CustomersController,
        RiskController,
        IngestionController,
        EventsController,
        AlertsController,
        CasesController,
        BacktestsController,
        MonitoringRulesController,
        WatchlistEntriesController,
        WebhooksController,
        ProviderWebhooksController,
        LimitsController,
      ],
      providers: [
        ApiKeyLookup,
        RunningWebhooks,
        TimeSource,
        WebhookEncryption,
        { provide: CommandBus, useValue: commands },
        { provide: LedgerQueries, useValue: new LedgerQueries(database) },
        { provide: CheckpointQueries, useValue: new CheckpointQueries(database) },
        { provide: CustomerQueries, useValue: new CustomerQueries(database) },
        { provide: RiskViews, useValue: new RiskViews(database) },
        { provide: EventQueries, useValue: new EventQueries(database) },
        { provide: AlertQueries, useValue: new AlertQueries(database) },
        { provide: CaseQueries, useValue: new CaseQueries(database) },
        { provide: LimitQueries, useValue: new LimitQueries(database) },
        { provide: RuleQueries, useValue: new RuleQueries(database) },
        { provide: BacktestQueries, useValue: new BacktestQueries(database) },
        { provide: WatchlistQueries, useValue: new WatchlistQueries(database) },
        { provide: WebhookQueries, useValue: new WebhookQueries(database) },
        { provide: ReplyKey, useValue: new ReplyKey() },
        { provide: TenantQueries, useValue: new TenantQueries(database) },
      ],
    };
  }
}
