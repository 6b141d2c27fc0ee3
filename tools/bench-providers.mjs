/** `npm run bench:providers`: measures events that wait for a slow provider, and another tenant beside them; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/providers-bench.js');
