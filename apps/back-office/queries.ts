import { AlertGroups } from '@probity/read-side/alerts/alert-groups';
import { ReportFactsQueries } from '@probity/read-side/activity-reports/report-facts';
import { ReportQueries } from '@probity/read-side/activity-reports/report-queries';
import { ReportTemplateQueries } from '@probity/read-side/report-templates/template-queries';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { AlertsToAssign } from '@probity/read-side/alerts/alerts-to-assign';
import { AllowListQueries } from '@probity/read-side/allow-list/allow-list-queries';
import { AuditQueries } from '@probity/read-side/audit/audit-queries';
import { BacktestQueries } from '@probity/read-side/backtests/backtest-queries';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { BookQueries } from '@probity/read-side/ledger/book-queries';
import { CaseFileQueries } from '@probity/read-side/cases/case-file-queries';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { ChangeQueries } from '@probity/read-side/changes/change-queries';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { CustomerSearch } from '@probity/read-side/search/customer-search';
import { ErasureQueries } from '@probity/read-side/customers/erasure-queries';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { FourEyesQueries } from '@probity/read-side/proposals/four-eyes-queries';
import { IdentityProviderQueries } from '@probity/read-side/staff/identity-provider-queries';
import { ExportQueries } from '@probity/read-side/privacy/export-queries';
import { InsightQueries } from '@probity/read-side/insights/insight-queries';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { OperationQueries } from '@probity/read-side/operations/operation-queries';
import { ProposalQueries } from '@probity/read-side/proposals/proposal-queries';
import { PrivacyQueries } from '@probity/read-side/privacy/privacy-queries';
import { ProviderQueries } from '@probity/read-side/providers/provider-queries';
import { RiskViews } from '@probity/read-side/customers/risk-view';
import { RuleInsightQueries } from '@probity/read-side/insights/rule-insight-queries';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { RescreeningQueries } from '@probity/read-side/rescreenings/rescreening-queries';
import { ScreeningMeasurements } from '@probity/read-side/screening-measurement/screening-measurements';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { SignalQueries } from '@probity/read-side/providers/signal-queries';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { SourceQueries } from '@probity/read-side/watchlists/source-queries';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { NetworkQueries } from '@probity/read-side/customers/network-queries';
import { SimilarAlertQueries } from '@probity/read-side/alerts/similar-alerts';
import { TimelineQueries } from '@probity/read-side/customers/timeline-queries';
import { TransactionQueries } from '@probity/read-side/customers/transaction-queries';
import { AlertRecomputation } from '@probity/read-side/alerts/alert-recomputation';

/** What the back office reads with: each reads one part of the read side. */
export const QUERIES = [
  AlertGroups,
  AlertQueries,
  AlertQueue,
  AlertsToAssign,
  AllowListQueries,
  AuditQueries,
  BacktestQueries,
  BookQueries,
  CheckpointQueries,
  CaseFileQueries,
  CaseQueries,
  ChangeQueries,
  CustomerQueries,
  CustomerSearch,
  ErasureQueries,
  EventQueries,
  FourEyesQueries,
  IdentityProviderQueries,
  ExportQueries,
  InsightQueries,
  LimitQueries,
  NoticeQueries,
  OperationQueries,
  ProposalQueries,
  PrivacyQueries,
  ProviderQueries,
  ReportFactsQueries,
  ReportQueries,
  ReportTemplateQueries,
  RiskViews,
  RuleInsightQueries,
  RuleQueries,
  RescreeningQueries,
  ScreeningMeasurements,
  SettingsQueries,
  SignalQueries,
  SourceQueries,
  StaffQueries,
  TenantQueries,
  WatchlistQueries,
  WebhookQueries,
  NetworkQueries,
  SimilarAlertQueries,
  TimelineQueries,
  TransactionQueries,
  AlertRecomputation,
];
