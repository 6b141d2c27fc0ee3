/** `npm run bench:screening`: measures screening one name against a list and baselines of the same run; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/screening-bench.js');
