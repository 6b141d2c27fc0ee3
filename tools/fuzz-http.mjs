/** `npm run fuzz:http`: sends generated requests to every operation of both API documents. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/fuzz/main.js');
