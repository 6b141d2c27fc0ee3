/** `npm run upgrade:dump`: fills a product of this version and writes its database as a dump for upgrade tests. */
import { install } from './install.mjs';

install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/upgrade/main.js');
