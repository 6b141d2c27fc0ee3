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
import { SaveTemplate } from './report-templates/save-template';
import { Assignees } from './alerts/assignees';
import { AssignByRule } from './alerts/assignment/assign-by-rule';
import { KeyGrants } from './api-keys/key-grants';
import { VerifyAudit } from './audit/verify-audit';
import { GenuineStaff } from './auth/genuine-staff';
import { DecideTogether } from './alerts/alerts-together';
import { Downloads } from './cases/files/downloads';
import { FileScanner, type ScanSettings } from './cases/files/file-scanner';
import { UploadSlots } from './cases/files/upload-slots';
import { Uploads } from './cases/files/uploads';
import { ChangeStreams } from './changes/change-streams';
import { LOGGER } from '@probity/platform/logger.token';
import { MAINTENANCE } from './maintenance.token';
import { ReportContradictions } from './notices/report-contradictions';
import { SettleNotice } from './notices/settle-notice';
import { RerunLetter } from './operations/rerun-letter';
import { MaintenanceRecord } from './projections/maintenance-record';
import { Rebuilds } from './projections/rebuilds';
import { ReadSideVerifications } from './projections/verifications';
import { RebuildTenants } from './projections/rebuild-tenants';
import { ApplyProposals } from './proposals/apply-proposals';
import { GroupProposals } from './proposals/group-proposals';
import { ApprovedRequests } from './proposals/approved-requests';
import { FourEyes } from './proposals/four-eyes';
import { GenuinePolicies } from './proposals/genuine-policies';
import { GenuineProposals } from './proposals/genuine-proposals';
import { OtherReviewers } from './proposals/other-reviewers';
import { RelatedCallers } from './proposals/related-callers';
import { TenantHistory } from './proposals/tenant-history';
import { Proposals } from './proposals/proposals';
import { Proposers } from './proposals/proposers';
import { ProviderCommands } from './providers/provider-commands';
import { ActiveProviders } from './settings/active-providers';
import { SettleStageNotices } from './settings/settle-stage-notices';
import { Attempts } from './sign-in/attempts';
import { Credentials } from './sign-in/credentials';
import { Identities } from './sign-in/openid/identities';
import { IdentityProviders } from './sign-in/openid/identity-providers';
import { OpenidClients } from './sign-in/openid/openid-client';
import { OpenidSignIn } from './sign-in/openid/openid-sign-in';
import { Authenticators } from './sign-in/passkeys/authenticators';
import { Passkeys } from './sign-in/passkeys/passkeys';
import { Sessions } from './sign-in/sessions';
import { SignIn } from './sign-in/sign-in';
import { SignInSettings } from './sign-in/sign-in-settings';
import { StaffAccounts } from './staff/staff-accounts';
import { StaffAdministration } from './staff/staff-administration';
import { StaffSecrets } from './staff/staff-secrets';
import { TenantStream } from './tenants/tenant-stream';
import { Tenants } from './tenants/tenants';
import { ContinuousVerification } from './verification/continuous-verification';
import { FailedVerifications } from './verification/failed-verifications';
import { RecordVerifications } from './verification/record-verifications';
import type { VerificationSettings } from './verification/verification-settings';
import { VERIFICATION_SETTINGS } from './verification/verification-settings.token';
import { WatchObjects } from './verification/watch-objects';
import { CONTROLLERS } from './controllers';
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
  genuine: GenuineStaff;
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
    genuine,
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
      controllers: CONTROLLERS,
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
        GenuinePolicies,
        GenuineProposals,
        OtherReviewers,
        RelatedCallers,
        TenantHistory,
        ApplyProposals,
        GroupProposals,
        { provide: ApprovedRequests, useValue: approvedRequests },
        { provide: ChangeStreams, useValue: changes },
        KeyGrants,
        { provide: GrantSigner, useValue: grantSigner },
        { provide: StaffSecrets, useValue: secrets },
        { provide: Sessions, useValue: sessions },
        { provide: GenuineStaff, useValue: genuine },
        { provide: TimeSource, useValue: time },
        Tenants,
        TenantStream,
        RecordVerifications,
        VerifyAudit,
        FailedVerifications,
        ContinuousVerification,
        WatchObjects,
        { provide: VERIFICATION_SETTINGS, useValue: verification },
        { provide: Metrics, useValue: metrics },
        RebuildTenants,
        Rebuilds,
        ReadSideVerifications,
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
