import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApplication } from '@probity/platform/http/http-application';
import type { HttpSettings } from '@probity/platform/http/http-settings';
import { serveOpenApi } from '@probity/platform/http/openapi';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { Metrics } from '@probity/platform/metrics';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { TimeSource } from '@probity/platform/time-source';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { operatorOnly } from './auth/authorize-operator';
import { BACK_OFFICE_API } from './back-office-api';
import { BackOfficeModule, type BackOfficeParts } from './back-office.module';

export interface BackOfficeDependencies extends Omit<BackOfficeParts, 'store' | 'notices'> {
  metrics: Metrics;
  dependencies: DependencyCheck[];
  operatorToken: string;
  settings: HttpSettings;
}

/** Creates the back office, ready to listen. */
export function createBackOffice(given: BackOfficeDependencies): Promise<NestFastifyApplication> {
  const store = new AggregateStore(given.events, given.database);
  const notices = new NoticeBoard(store, new TimeSource());
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
  return createHttpApplication(BackOfficeModule.with({ ...given, store, notices }), {
    service: 'back-office',
    logger: given.logger,
    metrics: given.metrics,
    dependencies: given.dependencies,
    settings: given.settings,
    authorize: operatorOnly({ ...given, notices }),
    document: (app) => serveOpenApi(app, BACK_OFFICE_API),
  });
}
