/** `npm run bench:scoring`: measures scoring one customer with many alerts; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/scoring-bench.js');
