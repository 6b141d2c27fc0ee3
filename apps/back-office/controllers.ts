import { CaseReportsController } from './activity-reports/case-reports.controller';
import { ReportsController } from './activity-reports/reports.controller';
import { AlertGroupsController } from './alerts/alert-groups.controller';
import { AlertQueueController } from './alerts/alert-queue.controller';
import { AlertsController } from './alerts/alerts.controller';
import { SimilarAlertsController } from './alerts/similar-alerts.controller';
import { AllowListController } from './allow-list/allow-list.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AuditController } from './audit/audit.controller';
import { PlatformAuditController } from './audit/platform-audit.controller';
import { BacktestsController } from './backtests/backtests.controller';
import { CaseFilesController } from './cases/case-files.controller';
import { CasesController } from './cases/cases.controller';
import { ChangesController } from './changes/changes.controller';
import { CheckpointKeyController } from './checkpoints/checkpoint-key.controller';
import { CurrenciesController } from './currencies/currencies.controller';
import { CustomerActivityController } from './customers/customer-activity.controller';
import { CustomersController } from './customers/customers.controller';
import { EventsController } from './events/events.controller';
import { InsightsController } from './insights/insights.controller';
import { RuleInsightsController } from './insights/rule-insights.controller';
import { LEDGER_CONTROLLERS } from './ledgers/ledger-controllers';
import { LimitsController } from './limits/limits.controller';
import { MonitoringRulesController } from './monitoring-rules/monitoring-rules.controller';
import { NoticesController } from './notices/notices.controller';
import { TenantNoticesController } from './notices/tenant-notices.controller';
import { OperationsController } from './operations/operations.controller';
import { ErasuresController } from './privacy/erasures.controller';
import { PrivacyController } from './privacy/privacy.controller';
import { ProjectionsController } from './projections/projections.controller';
import { FourEyesController } from './proposals/four-eyes.controller';
import { InstitutionProposalsHandler } from './proposals/institution-proposals.handler';
import { ProposalsController } from './proposals/proposals.controller';
import { PluginsController } from './providers/plugins.controller';
import { ProviderSignalsController } from './providers/provider-signals.controller';
import { ProvidersController } from './providers/providers.controller';
import { ReportTemplatesController } from './report-templates/report-templates.controller';
import { RescreeningsController } from './rescreenings/rescreenings.controller';
import { ScreeningMeasurementController } from './screening/screening-measurement.controller';
import { CustomerSearchController } from './search/customer-search.controller';
import { SettingsController } from './settings/settings.controller';
import { IdentityProvidersController } from './sign-in/openid/identity-providers.controller';
import { OpenidController } from './sign-in/openid/openid.controller';
import { OperatorIdentityProvidersController } from './sign-in/openid/operator-identity-providers.controller';
import { OwnAccountController } from './sign-in/own-account.controller';
import { PasskeysController } from './sign-in/passkeys/passkeys.controller';
import { SignInController } from './sign-in/sign-in.controller';
import { EmergencyAccessController } from './staff/emergency-access.controller';
import { OperatorsController } from './staff/operators.controller';
import { PermissionsController } from './staff/permissions.controller';
import { StaffController } from './staff/staff.controller';
import { TenantsController } from './tenants/tenants.controller';
import { ListSourcesController } from './watchlists/list-sources.controller';
import { OwnListController } from './watchlists/own-list.controller';
import { WatchlistsController } from './watchlists/watchlists.controller';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller';
import { WebhooksController } from './webhooks/webhooks.controller';

/** The routes of the back office. */
export const CONTROLLERS = [
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
  CheckpointKeyController,
  ...LEDGER_CONTROLLERS,
  PluginsController,
  ProvidersController,
  ProviderSignalsController,
  NoticesController,
  TenantNoticesController,
  ProjectionsController,
  OperationsController,
];
