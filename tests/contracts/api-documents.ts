import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PublishedApi } from '@probity/contracts/compatibility/breaking-api-changes';
import { openApiDocument } from '@probity/platform/http/documentation/open-api-document';
import { BACK_OFFICE_API } from '../../apps/back-office/back-office-api';
import { BackOfficeModule } from '../../apps/back-office/back-office.module';
import { GATEWAY_API } from '../../apps/gateway/gateway-api';
import { GatewayModule } from '../../apps/gateway/gateway.module';

const FOLDER = resolve(__dirname, '..', '..', 'libs', 'contracts', 'published', 'openapi');
const NOTHING = {} as never;

/** Returns the API documents that the code generates, by service name. */
export const apiDocuments = (): Record<string, any> => ({
  gateway: openApiDocument(controllersOf(GatewayModule.with(NOTHING, NOTHING)), '/api/v1', GATEWAY_API),
  'back-office': openApiDocument(controllersOf(BackOfficeModule.with(NOTHING)), '/api/v1', BACK_OFFICE_API),
});

const controllersOf = ({ controllers }: { controllers?: unknown[] }) =>
  controllers as Parameters<typeof openApiDocument>[0];

export const publishedDocument = (service: string): PublishedApi =>
  JSON.parse(readFileSync(join(FOLDER, `${service}.json`), 'utf8')) as PublishedApi;
