/**
 * Writes the types of the back office's API, from its OpenAPI document, to apps/desk/generated. Only the type check needs
 * them: the build of the desk drops types. Needs a build of the back office.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';

const root = new URL('..', import.meta.url);
const output = fileURLToPath(new URL('apps/desk/generated/back-office.ts', root));

/** Does nothing when the document has not changed. */
export async function writeDeskClient() {
  const load = createRequire(new URL('dist/', root));
  const { openApiDocument } = load('./libs/platform/http/documentation/open-api-document.js');
  const { BACK_OFFICE_API } = load('./apps/back-office/back-office-api.js');
  const { BackOfficeModule } = load('./apps/back-office/back-office.module.js');
  const document = openApiDocument(BackOfficeModule.with({}).controllers, '/api/v1', BACK_OFFICE_API);
  const text = JSON.stringify(document);
  const mark = `// ${createHash('sha256').update(text).digest('hex')}\n`;
  if (existsSync(output) && readFileSync(output, 'utf8').startsWith(mark)) return;
  const fromDesk = createRequire(new URL('apps/desk/package.json', root));
  const { default: openapiTS, astToString } = fromDesk('openapi-typescript');
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, mark + astToString(await openapiTS(text)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { build } = await import('./build.mjs');
  await build();
  await writeDeskClient();
}
