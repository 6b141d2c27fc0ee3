/** `npm run bench:desk`: measures clicks at the desk with a million alerts, in a browser; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/desk-bench.js');
