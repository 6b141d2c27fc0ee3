/** `npm run docs:personal-data`: writes docs/reference/personal-data.md from the register of personal data. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { build } from './build.mjs';

const PAGE = fileURLToPath(new URL('../docs/reference/personal-data.md', import.meta.url));

await build();
const load = createRequire(new URL('../dist/', import.meta.url));
const { registerPage } = load('./libs/read-side/privacy/register-page.js');
writeFileSync(PAGE, await format(registerPage(), { ...(await resolveConfig(PAGE)), filepath: PAGE }));
console.log(`wrote ${PAGE}`);
