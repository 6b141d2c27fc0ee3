import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApplication } from '@probity/platform/http/http-application';
import type { HttpSettings } from '@probity/platform/http/http-settings';
import { serveOpenApi } from '@probity/platform/http/openapi';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { Metrics } from '@probity/platform/metrics';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { operatorOnly } from './auth/authorize-operator';
import { BACK_OFFICE_API } from './back-office-api';
import { BackOfficeModule, type BackOfficeParts } from './back-office.module';

export interface BackOfficeDependencies extends BackOfficeParts {
  metrics: Metrics;
  dependencies: DependencyCheck[];
  operatorToken: string;
  settings: HttpSettings;
}

/** Creates the back office, ready to listen. */
export function createBackOffice(given: BackOfficeDependencies): Promise<NestFastifyApplication> {
  const notices = new NoticeQueries(given.database);
  given.metrics.watchOpenNotices(
    () => notices.openByKind(),
    (err) => given.logger.warn({ err }, 'the number of open notices cannot be read'),
  );
  return createHttpApplication(BackOfficeModule.with(given), {
    service: 'back-office',
    logger: given.logger,
    metrics: given.metrics,
    dependencies: given.dependencies,
    settings: given.settings,
    authorize: operatorOnly(given.operatorToken),
    document: (app) => serveOpenApi(app, BACK_OFFICE_API),
  });
}
