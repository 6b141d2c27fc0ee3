/** `npm run upgrade:dump`: fills this version with data and dumps its database for the upgrade tests. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/upgrade/main.js');
