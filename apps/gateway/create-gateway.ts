import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { asyncApiDocument } from '@probity/contracts/asyncapi/asyncapi-document';
import { eventsPage } from '@probity/contracts/asyncapi/events-page';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { createHttpApplication } from '@probity/platform/http/http-application';
import type { HttpSettings } from '@probity/platform/http/http-settings';
import { serveAsyncApi, serveOpenApi } from '@probity/platform/http/openapi';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { ApiKeyLookup } from './auth/api-key-lookup';
import type { ApiKeyUses } from './auth/api-key-uses';
import { authorize } from './auth/authorize';
import type { KeyGrants } from './auth/key-grants';
import { GATEWAY_API } from './gateway-api';
import { GatewayModule } from './gateway.module';
import { LimitedRequests } from './limits/limited-requests';
import type { RequestLimits } from './limits/request-limits';

export interface GatewayDependencies {
  database: Database;
  commands: CommandBus;
  logger: Logger;
  metrics: Metrics;
  dependencies: DependencyCheck[];
  settings: HttpSettings;
  limits: RequestLimits;
  keyUses: ApiKeyUses;
  grants: KeyGrants;
  /** the prefix of Kafka topic names, for the document of events */
  topicPrefix?: string;
}

/** Creates the gateway, ready to listen. */
export async function createGateway(given: GatewayDependencies): Promise<NestFastifyApplication> {
  const limited = new LimitedRequests(given.limits, given.metrics);
  let lookup: ApiKeyLookup | undefined;
  const keys = (): ApiKeyLookup => (lookup ??= app.get<ApiKeyLookup>(ApiKeyLookup));
  const app: NestFastifyApplication = await createHttpApplication(GatewayModule.with(given.database, given.commands), {
    service: 'gateway',
    logger: given.logger,
    metrics: given.metrics,
    dependencies: [...given.dependencies, { name: 'api-keys', check: () => given.grants.checkReady() }],
    settings: given.settings,
    authorize: (request, reply) =>
      authorize(request, reply, { keys: keys(), grants: given.grants }, limited, given.keyUses),
    limitUnauthenticated: (request, reply) => limited.providerWebhook(request, reply),
    document: (app) => {
      serveOpenApi(app, GATEWAY_API);
      serveAsyncApi(app, () => {
        const document = asyncApiDocument({ topicPrefix: given.topicPrefix });
        return { document, page: eventsPage(document) };
      });
    },
  });
  return app;
}
