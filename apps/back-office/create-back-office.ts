import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApplication } from '@probity/platform/http/http-application';
import type { RouteOptions } from 'fastify';
import type { HttpSettings } from '@probity/platform/http/http-settings';
import { serveOpenApi } from '@probity/platform/http/openapi';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { SealingKeys } from '@probity/platform/sealing';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { TimeSource } from '@probity/platform/time-source';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { ChangeQueries } from '@probity/read-side/changes/change-queries';
import { IdentityQueries } from '@probity/read-side/staff/identity-queries';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { dnsResolver } from '@probity/targets/dns-resolver';
import { Targets } from '@probity/targets/targets';
import { authorization, refuseUndeclared } from './auth/authorize';
import { GenuineStaff } from './auth/genuine-staff';
import { OperatorTokens } from './auth/operator-token';
import { UnknownCallers } from './auth/unknown-callers';
import { OperatorUses } from './auth/operator-uses';
import { BACK_OFFICE_API } from './back-office-api';
import { serveDesk } from './desk/serve-desk';
import { BackOfficeModule, type BackOfficeParts } from './back-office.module';
import { UploadSlots } from './cases/files/upload-slots';
import { ApprovedRequests } from './proposals/approved-requests';
import { ChangeStreams } from './changes/change-streams';
import { OpenidClients } from './sign-in/openid/openid-client';
import { SessionGrants } from './sign-in/session-grants';
import { Sessions } from './sign-in/sessions';
import { StaffSecrets } from './staff/staff-secrets';
import { StoredData } from './notices/stored-data';
import { FailedVerifications } from './verification/failed-verifications';

export interface BackOfficeDependencies extends Omit<
  BackOfficeParts,
  | 'store'
  | 'notices'
  | 'secrets'
  | 'sessions'
  | 'genuine'
  | 'time'
  | 'approvedRequests'
  | 'changes'
  | 'targets'
  | 'openid'
  | 'uploadSlots'
> {
  dependencies: DependencyCheck[];
  operatorToken: string;
  masterKeys: SealingKeys;
  /** called with each route of the API when it is added */
  onRoute?(route: RouteOptions): void;
  /** default: the clock of the machine */
  time?: TimeSource;
  settings: HttpSettings;
}

/** Creates the back office, ready to listen. */
export function createBackOffice(given: BackOfficeDependencies): Promise<NestFastifyApplication> {
  const store = new AggregateStore(given.events, given.database);
  const time = given.time ?? new TimeSource();
  const notices = new NoticeBoard(store, time);
  const staff = new StaffQueries(given.database);
  const tenants = new TenantQueries(given.database);
  const genuine = new GenuineStaff(given.database, store, given.events);
  const grants = new SessionGrants(given.grantSigner, given.database);
  const sessions = new Sessions(given.database, staff, new IdentityQueries(given.database), genuine, grants, time);
  const secrets = new StaffSecrets(given.masterKeys);
  const operatorTokens = new OperatorTokens({ ...given, notices });
  const unknownCallers = new UnknownCallers(given.metrics);
  const operatorUses = new OperatorUses(store, tenants, time);
  const uploadSlots = new UploadSlots();
  const approvedRequests = new ApprovedRequests();
  const queries = new NoticeQueries(given.database);
  const gauge = 'probity_open_notices';
  given.metrics.watch(
    { [gauge]: 'Open notices, by what they are about' },
    ['kind'],
    async () => {
      const kinds = Object.entries(await queries.openByKind());
      return kinds.map(([kind, value]) => ({ gauge, labels: { kind }, value }));
    },
    (err) => given.logger.warn({ err }, 'the number of open notices cannot be read'),
  );
  const changes = new ChangeStreams({ ...given, queries: new ChangeQueries(given.database), genuine, sessions, time });
  const streams = 'probity_open_change_streams';
  given.metrics.watch(
    { [streams]: 'Open streams of changes, most of them of desks' },
    [],
    () => Promise.resolve([{ gauge: streams, value: changes.open }]),
    () => {},
  );
  const resolve = dnsResolver();
  const targets = new Targets(given.signIn.targets, resolve);
  const openid = new OpenidClients(given.signIn.targets, resolve, time);
  const parts = {
    ...given,
    store,
    notices,
    sessions,
    genuine,
    secrets,
    time,
    approvedRequests,
    changes,
    targets,
    openid,
    uploadSlots,
  };
  const authorize = authorization({
    genuine,
    sessions,
    operatorTokens,
    unknownCallers,
    operatorUses,
    tenants,
    time,
    approvedRequests,
  });
  return createHttpApplication(BackOfficeModule.with(parts), {
    service: 'back-office',
    logger: given.logger,
    metrics: given.metrics,
    dependencies: given.dependencies,
    details: [
      { name: 'verification', read: () => new FailedVerifications(given.database).state() },
      { name: 'stored_data', read: () => new StoredData(given.database).state() },
    ],
    settings: given.settings,
    authorize: async (request, reply) => {
      await authorize(request, reply);
      uploadSlots.admit(request, reply);
    },
    limitUnauthenticated: (request, reply) => unknownCallers.limit(request, reply),
    checkRoute: (route) => {
      refuseUndeclared(route);
      given.onRoute?.(route);
    },
    document: async (app) => {
      serveOpenApi(app, BACK_OFFICE_API);
      await serveDesk(app);
    },
  });
}
