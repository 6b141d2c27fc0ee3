import { SetMetadata } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_PREFIX } from './http-application';

export interface ApiDescription {
  title: string;
  description: string;
  /** what goes into the Authorization header */
  tokenDescription: string;
}

export interface EventsDescription {
  /** an AsyncAPI document */
  document: object;
  /** the same as HTML, without scripts and with nothing to load */
  page: string;
}

/** Serves the document of events and commands, and the page to read it. */
export function serveAsyncApi(app: NestFastifyApplication, { document, page }: EventsDescription): void {
  const fastify = app.getHttpAdapter().getInstance();
  const json = JSON.stringify(document);
  fastify.get(`${API_PREFIX}/asyncapi.json`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  );
  fastify.get(`${API_PREFIX}/docs/events`, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page),
  );
}

/** Requests that the service makes, by name, as OpenAPI describes them, and the schemas that they refer to by title. */
export interface WebhooksDescription {
  described: NonNullable<OpenAPIObject['webhooks']>;
  schemas: object[];
}

const WEBHOOKS = 'the webhooks that a controller documents';

/** On a controller: adds webhooks to the API document. */
export const ApiWebhooks = (webhooks: WebhooksDescription): ClassDecorator => SetMetadata(WEBHOOKS, webhooks);

function webhooksOf(app: NestFastifyApplication): WebhooksDescription | undefined {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers
    .flatMap(({ metatype }) => metatype ?? [])
    .map((metatype) => Reflect.getMetadata(WEBHOOKS, metatype) as WebhooksDescription | undefined)
    .find((webhooks) => webhooks !== undefined);
}

/** Schemas by their titles; one with a title inside another is referred to. */
function byTitle(schemas: object[]): Record<string, object> {
  const named: Record<string, object> = {};
  const referring = (value: unknown, key = ''): unknown => {
    if (typeof value !== 'object' || value === null || key === 'examples') return value;
    if (Array.isArray(value)) return value.map((item) => referring(item));
    const { title, ...rest } = Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, referring(child, name)]),
    );
    if (typeof title !== 'string') return title === undefined ? rest : { ...rest, title };
    named[title] = rest;
    return { $ref: `#/components/schemas/${title}` };
  };
  referring(schemas);
  return named;
}

/** Serves the API document, made from the classes that validate, and a page to browse it. */
export function serveOpenApi(
  app: NestFastifyApplication,
  { title, description, tokenDescription }: ApiDescription,
): void {
  const frame = new DocumentBuilder()
    .setTitle(title)
    .setDescription(description)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: tokenDescription })
    .build();
  const webhooks = webhooksOf(app);
  const document = SwaggerModule.createDocument(
    app,
    {
      ...frame,
      ...(webhooks && {
        webhooks: webhooks.described,
        components: { ...frame.components, schemas: byTitle(webhooks.schemas) },
      }),
    },
    {
      autoTagControllers: false,
      operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
    },
  );
  const prefix = API_PREFIX.slice(1);
  SwaggerModule.setup(`${prefix}/docs`, app, document, {
    jsonDocumentUrl: `${prefix}/openapi.json`,
    customSiteTitle: title,
  });
}
