import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type ApiDescription, openApiDocument } from './documentation/open-api-document';
import { API_PREFIX } from './http-application';

export interface EventsDescription {
  /** an AsyncAPI document */
  document: object;
  /** the same content as HTML, without scripts and external resources */
  page: string;
}

/**
 * Serves the AsyncAPI document of events and commands, and its HTML page. The first request for one of them describes
 * the events, so that no start waits for it.
 */
export function serveAsyncApi(app: NestFastifyApplication, describe: () => EventsDescription): void {
  const fastify = app.getHttpAdapter().getInstance();
  let described: { json: string; page: string } | undefined;
  const texts = () => {
    if (!described) {
      const { document, page } = describe();
      described = { json: JSON.stringify(document), page };
    }
    return described;
  };
  fastify.get(`${API_PREFIX}/asyncapi.json`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(texts().json),
  );
  fastify.get(`${API_PREFIX}/docs/events`, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(texts().page),
  );
}

/**
 * Serves the API document, which is derived from the controllers, and a page to browse it. The first request for one of
 * them makes the document.
 */
export function serveOpenApi(app: NestFastifyApplication, api: ApiDescription): void {
  const document = (): OpenAPIObject => {
    const modules = [...app.get(ModulesContainer).values()];
    const controllers = modules.flatMap((module) => [...module.controllers.values()].map(({ metatype }) => metatype!));
    const made = openApiDocument(controllers as Parameters<typeof openApiDocument>[0], API_PREFIX, api);
    return made as unknown as OpenAPIObject;
  };
  const prefix = API_PREFIX.slice(1);
  SwaggerModule.setup(`${prefix}/docs`, app, document, {
    jsonDocumentUrl: `${prefix}/openapi.json`,
    raw: ['json'],
    customSiteTitle: api.title,
  });
}
