/** `npm run --silent probity -- <command>`: the operator's command line. */
import { install } from './install.mjs';

install();
const { build } = await import('./build.mjs');
await build({ onlyProduct: true });
await import('../dist/apps/cli/main.js');
