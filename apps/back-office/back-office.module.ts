import { type DynamicModule, Module } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventStore } from '@probity/event-store/event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { CommandBus } from '@probity/messaging/command-bus';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { NoticeBoard } from '@probity/notices/notice-board';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { GrantSigner } from '@probity/platform/grants';
import { Metrics } from '@probity/platform/metrics';
import { TimeSource } from '@probity/platform/time-source';
import { PluginRegistry } from '@probity/providers/registry';
import { Targets } from '@probity/targets/targets';
import { DraftedReports } from './activity-reports/drafted-reports';
import { CaseReportsController } from './activity-reports/case-reports.controller';
import { ReportsController } from './activity-reports/reports.controller';
import { ReportTemplatesController } from './report-templates/report-templates.controller';
import { SaveTemplate } from './report-templates/save-template';
import { RescreeningsController } from './rescreenings/rescreenings.controller';
import { AllowListController } from './allow-list/allow-list.controller';
import { AlertGroupsController } from './alerts/alert-groups.controller';
import { AlertQueueController } from './alerts/alert-queue.controller';
import { AlertsController } from './alerts/alerts.controller';
import { Assignees } from './alerts/assignees';
import { AssignByRule } from './alerts/assignment/assign-by-rule';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { KeyGrants } from './api-keys/key-grants';
import { AuditController } from './audit/audit.controller';
import { VerifyAudit } from './audit/verify-audit';
import { PlatformAuditController } from './audit/platform-audit.controller';
import { BacktestsController } from './backtests/backtests.controller';
import { DecideTogether } from './alerts/alerts-together';
import { CaseFilesController } from './cases/case-files.controller';
import { CasesController } from './cases/cases.controller';
import { Downloads } from './cases/files/downloads';
import { FileScanner, type ScanSettings } from './cases/files/file-scanner';
import { UploadSlots } from './cases/files/upload-slots';
import { Uploads } from './cases/files/uploads';
import { ChangesController } from './changes/changes.controller';
import { ChangeStreams } from './changes/change-streams';
import { CurrenciesController } from './currencies/currencies.controller';
import { CustomerSearchController } from './search/customer-search.controller';
import { CustomerActivityController } from './customers/customer-activity.controller';
import { SimilarAlertsController } from './alerts/similar-alerts.controller';
import { CustomersController } from './customers/customers.controller';
import { EventsController } from './events/events.controller';
import { BooksController } from './ledgers/books.controller';
import { BundlesController } from './ledgers/bundles.controller';
import { LedgersController } from './ledgers/ledgers.controller';
import { PostingsController } from './ledgers/postings.controller';
import { LimitsController } from './limits/limits.controller';
import { LOGGER } from './logger.token';
import { MAINTENANCE } from './maintenance.token';
import { InsightsController } from './insights/insights.controller';
import { ScreeningMeasurementController } from './screening/screening-measurement.controller';
import { RuleInsightsController } from './insights/rule-insights.controller';
import { MonitoringRulesController } from './monitoring-rules/monitoring-rules.controller';
import { NoticesController } from './notices/notices.controller';
import { ReportContradictions } from './notices/report-contradictions';
import { SettleNotice } from './notices/settle-notice';
import { TenantNoticesController } from './notices/tenant-notices.controller';
import { PrivacyController } from './privacy/privacy.controller';
import { ErasuresController } from './privacy/erasures.controller';
import { ProjectionsController } from './projections/projections.controller';
import { OperationsController } from './operations/operations.controller';
import { RerunLetter } from './operations/rerun-letter';
import { MaintenanceRecord } from './projections/maintenance-record';
import { Rebuilds } from './projections/rebuilds';
import { RebuildTenants } from './projections/rebuild-tenants';
import { ApplyProposals } from './proposals/apply-proposals';
import { GroupProposals } from './proposals/group-proposals';
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
import { ContinuousVerification } from './verification/continuous-verification';
import { FailedVerifications } from './verification/failed-verifications';
import { RecordVerifications } from './verification/record-verifications';
import type { VerificationSettings } from './verification/verification-settings';
import { VERIFICATION_SETTINGS } from './verification/verification-settings.token';
import { ListSourcesController } from './watchlists/list-sources.controller';
import { OwnListController } from './watchlists/own-list.controller';
import { WatchlistsController } from './watchlists/watchlists.controller';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller';
import { WebhooksController } from './webhooks/webhooks.controller';
import { QUERIES } from './queries';

export interface BackOfficeParts {
  database: Database;
  /** for statements without a time limit */
  maintenance: Database;
  events: EventStore;
  rebuild: RebuildProjections;
  store: AggregateStore;
  notices: NoticeBoard;
  commands: CommandBus;
  operations: KeyedOperations;
  logger: Logger;
  secrets: StaffSecrets;
  grantSigner: GrantSigner;
  sessions: Sessions;
  time: TimeSource;
  approvedRequests: ApprovedRequests;
  changes: ChangeStreams;
  signIn: SignInSettings;
  targets: Targets;
  uploadSlots: UploadSlots;
  /** how files of cases are scanned */
  scanning: ScanSettings;
  /** how often Probity verifies by itself */
  verification: VerificationSettings;
  metrics: Metrics;
  openid: OpenidClients;
  /** the plugins of this installation */
  plugins: PluginRegistry;
}

/** The API for officers and operators. It owns tenants and their currencies, keys and settings. */
@Module({})
export class BackOfficeModule {
  static with({
    database,
    maintenance,
    events,
    rebuild,
    store,
    notices,
    commands,
    operations,
    logger,
    plugins,
    secrets,
    grantSigner,
    sessions,
    time,
    approvedRequests,
    changes,
    signIn,
    targets,
    openid,
    uploadSlots,
    scanning,
    verification,
    metrics,
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
        CustomerSearchController,
        CustomerActivityController,
        SimilarAlertsController,
        CustomersController,
        AlertsController,
        AlertQueueController,
        AlertGroupsController,
        AllowListController,
        RescreeningsController,
        CasesController,
        CaseFilesController,
        CaseReportsController,
        ReportsController,
        ReportTemplatesController,
        ChangesController,
        ErasuresController,
        PrivacyController,
        AuditController,
        PlatformAuditController,
        EventsController,
        InsightsController,
        ScreeningMeasurementController,
        BacktestsController,
        RuleInsightsController,
        MonitoringRulesController,
        WatchlistsController,
        ListSourcesController,
        OwnListController,
        WebhooksController,
        WebhookDeliveriesController,
        LedgersController,
        BundlesController,
        BooksController,
        PostingsController,
        PluginsController,
        ProvidersController,
        ProviderSignalsController,
        NoticesController,
        TenantNoticesController,
        ProjectionsController,
        OperationsController,
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
        GroupProposals,
        { provide: ApprovedRequests, useValue: approvedRequests },
        { provide: ChangeStreams, useValue: changes },
        KeyGrants,
        { provide: GrantSigner, useValue: grantSigner },
        { provide: StaffSecrets, useValue: secrets },
        { provide: Sessions, useValue: sessions },
        { provide: TimeSource, useValue: time },
        Tenants,
        TenantStream,
        RecordVerifications,
        VerifyAudit,
        FailedVerifications,
        ContinuousVerification,
        { provide: VERIFICATION_SETTINGS, useValue: verification },
        { provide: Metrics, useValue: metrics },
        RebuildTenants,
        Rebuilds,
        MaintenanceRecord,
        RerunLetter,
        ProviderCommands,
        { provide: PluginRegistry, useValue: plugins },
        Assignees,
        AssignByRule,
        DecideTogether,
        Downloads,
        Uploads,
        { provide: UploadSlots, useValue: uploadSlots },
        { provide: FileScanner, useValue: new FileScanner(scanning, logger) },
        DraftedReports,
        SaveTemplate,
        SettleNotice,
        ReportContradictions,
        ActiveProviders,
        SettleStageNotices,
        { provide: Database, useValue: database },
        { provide: EventStore, useValue: events },
        { provide: RebuildProjections, useValue: rebuild },
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
