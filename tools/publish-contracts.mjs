/**
 * `npm run contracts:publish`: writes the contracts of topics and messages from the code to
 * libs/contracts/published/v1 and v2, one file per topic. The files of retired topics stay. If a change would break a
 * client of the published contracts, it fails and writes nothing. An argument can name another folder than published.
 *
 * `--api` also writes the two API documents to libs/contracts/published/openapi, under the same condition.
 * Use `--api` for a release: until then, a test compares every change with the documents of the last release.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
const load = createRequire(new URL('../dist/', import.meta.url));
const { breakingChanges } = load('./libs/contracts/compatibility/breaking-changes.js');
const { breakingApiChanges, publishedApi } = load('./libs/contracts/compatibility/breaking-api-changes.js');
const { currentContracts } = load('./libs/contracts/compatibility/published-contract.js');

const root = fileURLToPath(new URL('..', import.meta.url));
const [given] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folder = resolve(given ?? join(root, 'libs', 'contracts', 'published'));
const apiFolder = join(folder, 'openapi');
const apis = process.argv.includes('--api') ? currentApis() : {};

const versions = ['v1', 'v2'];
for (const version of versions) mkdirSync(join(folder, version), { recursive: true });
const files = versions.flatMap((version) => readdirSync(join(folder, version)).map((file) => `${version}/${file}`));
const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
const fileOf = (topic) => `${/\.(v\d+)(\.dead-letter)?$/.exec(topic)[1]}/${topic}.json`;
const current = currentContracts();
const apiFile = (service) => join(apiFolder, `${service}.json`);
const problems = [
  ...breakingChanges(
    [...texts.values()].map((text) => JSON.parse(text)),
    current,
  ),
  ...Object.entries(apis).flatMap(([service, api]) =>
    existsSync(apiFile(service)) ? breakingApiChanges(JSON.parse(readFileSync(apiFile(service), 'utf8')), api) : [],
  ),
];
if (problems.length > 0) {
  console.error('Nothing was published: the contracts in the code break the published contracts.\n');
  for (const problem of problems) console.error(`  - ${problem}`);
  console.error('\nYou can only add to the contract of a topic. A breaking change needs a new topic that ends in v2.');
  process.exit(1);
}

const options = { ...(await resolveConfig(join(root, 'package.json'))), parser: 'json' };
for (const topic of current) {
  const file = fileOf(topic.topic);
  if (texts.has(file) && isDeepStrictEqual(JSON.parse(texts.get(file)), topic)) continue;
  const text = await format(JSON.stringify(topic), options);
  writeFileSync(join(folder, file), text);
  console.log(`${texts.has(file) ? 'changed' : 'added'} ${file}`);
}
for (const [service, api] of Object.entries(apis)) {
  mkdirSync(apiFolder, { recursive: true });
  writeFileSync(apiFile(service), await format(JSON.stringify(api), options));
  console.log(`published the API of the ${service}`);
}
console.log(`${current.length} topics are published in ${folder}`);

/** Returns the API documents that the code generates, reduced to the published parts, by service name. */
function currentApis() {
  const { openApiDocument } = load('./libs/platform/http/documentation/open-api-document.js');
  const { GATEWAY_API } = load('./apps/gateway/gateway-api.js');
  const { GatewayModule } = load('./apps/gateway/gateway.module.js');
  const { BACK_OFFICE_API } = load('./apps/back-office/back-office-api.js');
  const { BackOfficeModule } = load('./apps/back-office/back-office.module.js');
  const document = ({ controllers }, api) => publishedApi(openApiDocument(controllers, '/api/v1', api));
  return {
    gateway: document(GatewayModule.with({}, {}), GATEWAY_API),
    'back-office': document(BackOfficeModule.with({}), BACK_OFFICE_API),
  };
}
