/** `npm run crash`: kills the product repeatedly under posting load and checks that no data was lost or doubled. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/crash/main.js');
