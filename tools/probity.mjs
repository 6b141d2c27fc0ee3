/** `npm run --silent probity -- <command>`: runs a command of the operator's command line. */
import { cacheCompiled } from './compile-cache.mjs';
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build({ onlyProduct: true });
cacheCompiled();
await import('../dist/apps/cli/main.js');
