import { type DynamicModule, Module } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventStore } from '@probity/event-store/event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { NoticeBoard } from '@probity/notices/notice-board';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { TimeSource } from '@probity/platform/time-source';
import { PluginRegistry } from '@probity/providers/registry';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { AuditQueries } from '@probity/read-side/audit/audit-queries';
import { BacktestQueries } from '@probity/read-side/backtests/backtest-queries';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { ErasureQueries } from '@probity/read-side/customers/erasure-queries';
import { RiskViews } from '@probity/read-side/customers/risk-view';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { FourEyesQueries } from '@probity/read-side/proposals/four-eyes-queries';
import { ProposalQueries } from '@probity/read-side/proposals/proposal-queries';
import { ExportQueries } from '@probity/read-side/privacy/export-queries';
import { PrivacyQueries } from '@probity/read-side/privacy/privacy-queries';
import { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { SignalQueries } from '@probity/read-side/providers/signal-queries';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { IdentityProviderQueries } from '@probity/read-side/staff/identity-provider-queries';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { Targets } from '@probity/targets/targets';
import { AlertQueueController } from './alerts/alert-queue.controller';
import { AlertsController } from './alerts/alerts.controller';
import { Assignees } from './alerts/assignees';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AuditController } from './audit/audit.controller';
import { PlatformAuditController } from './audit/platform-audit.controller';
import { BacktestsController } from './backtests/backtests.controller';
import { CasesController } from './cases/cases.controller';
import { CurrenciesController } from './currencies/currencies.controller';
import { CustomersController } from './customers/customers.controller';
import { EventsController } from './events/events.controller';
import { LedgersController } from './ledgers/ledgers.controller';
import { LimitsController } from './limits/limits.controller';
import { LOGGER } from './logger.token';
import { MAINTENANCE } from './maintenance.token';
import { MonitoringRulesController } from './monitoring-rules/monitoring-rules.controller';
import { NoticesController } from './notices/notices.controller';
import { SettleNotice } from './notices/settle-notice';
import { TenantNoticesController } from './notices/tenant-notices.controller';
import { PrivacyController } from './privacy/privacy.controller';
import { ErasuresController } from './privacy/erasures.controller';
import { ProjectionsController } from './projections/projections.controller';
import { MaintenanceRecord } from './projections/maintenance-record';
import { RebuildTenants } from './projections/rebuild-tenants';
import { ApplyProposals } from './proposals/apply-proposals';
import { ApprovedRequests } from './proposals/approved-requests';
import { FourEyes } from './proposals/four-eyes';
import { FourEyesController } from './proposals/four-eyes.controller';
import { InstitutionProposalsHandler } from './proposals/institution-proposals.handler';
import { Proposals } from './proposals/proposals';
import { ProposalsController } from './proposals/proposals.controller';
import { Proposers } from './proposals/proposers';
import { PluginsController } from './providers/plugins.controller';
import { ProviderCommands } from './providers/provider-commands';
import { ProviderSignalsController } from './providers/provider-signals.controller';
import { ProvidersController } from './providers/providers.controller';
import { ActiveProviders } from './settings/active-providers';
import { SettleStageNotices } from './settings/settle-stage-notices';
import { SettingsController } from './settings/settings.controller';
import { Attempts } from './sign-in/attempts';
import { Credentials } from './sign-in/credentials';
import { Identities } from './sign-in/openid/identities';
import { IdentityProviders } from './sign-in/openid/identity-providers';
import { IdentityProvidersController } from './sign-in/openid/identity-providers.controller';
import { OpenidClients } from './sign-in/openid/openid-client';
import { OpenidController } from './sign-in/openid/openid.controller';
import { OpenidSignIn } from './sign-in/openid/openid-sign-in';
import { OperatorIdentityProvidersController } from './sign-in/openid/operator-identity-providers.controller';
import { OwnAccountController } from './sign-in/own-account.controller';
import { Authenticators } from './sign-in/passkeys/authenticators';
import { Passkeys } from './sign-in/passkeys/passkeys';
import { PasskeysController } from './sign-in/passkeys/passkeys.controller';
import { Sessions } from './sign-in/sessions';
import { SignIn } from './sign-in/sign-in';
import { SignInController } from './sign-in/sign-in.controller';
import { SignInSettings } from './sign-in/sign-in-settings';
import { EmergencyAccessController } from './staff/emergency-access.controller';
import { OperatorsController } from './staff/operators.controller';
import { PermissionsController } from './staff/permissions.controller';
import { StaffAccounts } from './staff/staff-accounts';
import { StaffAdministration } from './staff/staff-administration';
import { StaffSecrets } from './staff/staff-secrets';
import { StaffController } from './staff/staff.controller';
import { TenantStream } from './tenants/tenant-stream';
import { Tenants } from './tenants/tenants';
import { TenantsController } from './tenants/tenants.controller';
import { WatchlistsController } from './watchlists/watchlists.controller';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller';
import { WebhooksController } from './webhooks/webhooks.controller';

export interface BackOfficeParts {
  database: Database;
  /** for statements without a time limit */
  maintenance: Database;
  events: EventStore;
  store: AggregateStore;
  notices: NoticeBoard;
  commands: CommandBus;
  operations: KeyedOperations;
  logger: Logger;
  secrets: StaffSecrets;
  sessions: Sessions;
  time: TimeSource;
  approvedRequests: ApprovedRequests;
  signIn: SignInSettings;
  targets: Targets;
  openid: OpenidClients;
  /** the plugins of this installation */
  plugins: PluginRegistry;
}

const QUERIES = [
  AlertQueries,
  AlertQueue,
  AuditQueries,
  BacktestQueries,
  CaseQueries,
  CustomerQueries,
  ErasureQueries,
  EventQueries,
  FourEyesQueries,
  IdentityProviderQueries,
  ExportQueries,
  LedgerQueries,
  LimitQueries,
  NoticeQueries,
  ProposalQueries,
  PrivacyQueries,
  ProviderQueries,
  RiskViews,
  RuleQueries,
  SettingsQueries,
  SignalQueries,
  StaffQueries,
  TenantQueries,
  WatchlistQueries,
  WebhookQueries,
];

/** The API for officers and operators. It owns tenants and their currencies, keys and settings. */
@Module({})
export class BackOfficeModule {
  static with({
    database,
    maintenance,
    events,
    store,
    notices,
    commands,
    operations,
    logger,
    plugins,
    secrets,
    sessions,
    time,
    approvedRequests,
    signIn,
    targets,
    openid,
  }: BackOfficeParts): DynamicModule {
    return {
      module: BackOfficeModule,
      controllers: [
        SignInController,
        OpenidController,
        PasskeysController,
        OwnAccountController,
        PermissionsController,
        OperatorIdentityProvidersController,
        OperatorsController,
        IdentityProvidersController,
        StaffController,
        EmergencyAccessController,
        ProposalsController,
        InstitutionProposalsHandler,
        FourEyesController,
        TenantsController,
        CurrenciesController,
        ApiKeysController,
        SettingsController,
        LimitsController,
        CustomersController,
        AlertsController,
        AlertQueueController,
        CasesController,
        ErasuresController,
        PrivacyController,
        AuditController,
        PlatformAuditController,
        EventsController,
        BacktestsController,
        MonitoringRulesController,
        WatchlistsController,
        WebhooksController,
        WebhookDeliveriesController,
        LedgersController,
        PluginsController,
        ProvidersController,
        ProviderSignalsController,
        NoticesController,
        TenantNoticesController,
        ProjectionsController,
      ],
      providers: [
        SignIn,
        Credentials,
        Attempts,
        Authenticators,
        Passkeys,
        OpenidSignIn,
        Identities,
        IdentityProviders,
        { provide: SignInSettings, useValue: signIn },
        { provide: Targets, useValue: targets },
        { provide: OpenidClients, useValue: openid },
        StaffAccounts,
        StaffAdministration,
        Proposals,
        Proposers,
        FourEyes,
        ApplyProposals,
        { provide: ApprovedRequests, useValue: approvedRequests },
        { provide: StaffSecrets, useValue: secrets },
        { provide: Sessions, useValue: sessions },
        { provide: TimeSource, useValue: time },
        Tenants,
        TenantStream,
        RebuildTenants,
        MaintenanceRecord,
        ProviderCommands,
        { provide: PluginRegistry, useValue: plugins },
        Assignees,
        SettleNotice,
        ActiveProviders,
        SettleStageNotices,
        { provide: Database, useValue: database },
        { provide: EventStore, useValue: events },
        { provide: AggregateStore, useValue: store },
        { provide: NoticeBoard, useValue: notices },
        { provide: CommandBus, useValue: commands },
        { provide: KeyedOperations, useValue: operations },
        { provide: LOGGER, useValue: logger },
        { provide: MAINTENANCE, useValue: maintenance },
        ...QUERIES.map((Queries) => ({ provide: Queries, useValue: new Queries(database) })),
      ],
    };
  }
}
