import { type DynamicModule, Module } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { REPEAT_FOR_MS } from '@probity/event-store/until-known';
import type { EventStore } from '@probity/event-store/event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { SCREEN_CUSTOMER_MS } from '@probity/contracts/pipeline/limits';
import { CommandBus } from '@probity/messaging/command-bus';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { ScoringModels } from '@probity/read-side/customers/scoring-models';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { ReportQueries } from '@probity/read-side/activity-reports/report-queries';
import { AllowListQueries } from '@probity/read-side/allow-list/allow-list-queries';
import { ReportsHandler } from './activity-reports/reports.handler';
import { AllowListHandler } from './allow-list/allow-list.handler';
import { AlertDecisionsHandler } from './alerts/alert-decisions.handler';
import { AlertHandlingHandler } from './alerts/alert-handling.handler';
import { RaiseAlerts } from './alerts/raise-alerts';
import { ReopenAlertHandler } from './alerts/reopen-alert.handler';
import { CaseAlerts } from './cases/case-alerts';
import { CaseChangesHandler } from './cases/case-changes.handler';
import { CaseFileContents } from './cases/case-file-contents';
import { CaseFilesHandler } from './cases/case-files.handler';
import { Cases } from './cases/cases';
import { OpenCaseHandler } from './cases/open-case.handler';
import { Claims } from './claims/claims';
import { CreateCustomerHandler } from './customers/create-customer.handler';
import { EmailClaims } from './customers/email-claims';
import { Customers } from './customers/customers';
import { EventEffects } from './customers/event-effects';
import { ErasureHandler } from './erasure/erasure.handler';
import type { EmailKeys } from './customers/email-keys';
import { ReportFindingsHandler } from './customers/report-findings.handler';
import { Screening } from './customers/screening';
import { UnresolvedCreations } from './customers/unresolved-creations';
import { ApplyProviderSignalHandler } from './kyc/apply-provider-signal.handler';
import { ChangeKycStatusHandler } from './kyc/change-kyc-status.handler';
import { RebuildProjectionsHandler } from './rebuild/rebuild-projections.handler';
import { VerifyAuditHandler } from './rebuild/verify-audit.handler';
import { VerifyProjectionsHandler } from './rebuild/verify-projections.handler';
import { AssessCustomerHandler } from './risk/assess-customer.handler';
import { Assessments } from './risk/assessments';
import { TimeSource } from '@probity/platform/time-source';

/** The dependencies of customer-risk. */
export interface CustomerRiskDependencies {
  database: Database;
  events: EventStore;
  /** to ask the pipeline to screen customers */
  commands: CommandBus;
  logger: Logger;
  metrics: Metrics;
  /** computes the email keys of existing customers; a creation waits until it is complete */
  emailKeys: EmailKeys;
  rebuild: RebuildProjections;
  patience?: Partial<typeof PATIENCE>;
  /** default: the clock of the machine */
  time?: TimeSource;
}

/**
 * Time limits in milliseconds. Together they are shorter than the wait of a caller that creates a customer, so that
 * the caller receives the outcome.
 */
const PATIENCE = {
  /** how long to wait for the pipeline's result of a screening */
  screeningMs: SCREEN_CUSTOMER_MS,
  /** how long to wait for another command that has claimed the same address or alert */
  claimMs: 3_000,
  /** how long to repeat an append whose outcome is unknown */
  repeatForMs: REPEAT_FOR_MS,
};

/** Customers, their KYC statuses and ratings, alerts and cases. Only this service writes them. */
@Module({})
export class CustomerRiskModule {
  static with({
    database,
    events,
    commands,
    metrics,
    emailKeys,
    rebuild,
    patience,
    logger,
    time = new TimeSource(),
  }: CustomerRiskDependencies): DynamicModule {
    const { screeningMs, claimMs, repeatForMs } = { ...PATIENCE, ...patience };
    const store = new AggregateStore(events, database, repeatForMs);
    const claims = new Claims(database, claimMs);
    const customers = new CustomerQueries(database);
    const emails = new EmailClaims(claims, store, customers, emailKeys);
    const unresolved = new UnresolvedCreations(new AggregateStore(events, database, 0), emails, logger);
    return {
      module: CustomerRiskModule,
      controllers: [
        CreateCustomerHandler,
        ReportFindingsHandler,
        ChangeKycStatusHandler,
        ApplyProviderSignalHandler,
        AssessCustomerHandler,
        AlertDecisionsHandler,
        AlertHandlingHandler,
        ReopenAlertHandler,
        AllowListHandler,
        OpenCaseHandler,
        CaseChangesHandler,
        CaseFilesHandler,
        ReportsHandler,
        ErasureHandler,
        RebuildProjectionsHandler,
        VerifyAuditHandler,
        VerifyProjectionsHandler,
      ],
      providers: [
        Assessments,
        CaseAlerts,
        Cases,
        Customers,
        EventEffects,
        RaiseAlerts,
        { provide: CaseFileContents, useValue: new CaseFileContents(store, database, logger) },
        { provide: EmailClaims, useValue: emails },
        { provide: UnresolvedCreations, useValue: unresolved },
        { provide: Screening, useValue: new Screening(commands, screeningMs) },
        { provide: TimeSource, useValue: time },
        { provide: Database, useValue: database },
        { provide: Metrics, useValue: metrics },
        { provide: AggregateStore, useValue: store },
        { provide: RebuildProjections, useValue: rebuild },
        { provide: Claims, useValue: claims },
        { provide: AllowListQueries, useValue: new AllowListQueries(database) },
        { provide: AlertQueries, useValue: new AlertQueries(database) },
        { provide: AlertQueue, useValue: new AlertQueue(database) },
        { provide: ReportQueries, useValue: new ReportQueries(database) },
        { provide: CaseQueries, useValue: new CaseQueries(database) },
        { provide: ScoringModels, useValue: new ScoringModels(new SettingsQueries(database)) },
      ],
    };
  }
}
