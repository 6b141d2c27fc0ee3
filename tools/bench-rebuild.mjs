/** `npm run bench:rebuild`: measures how long `probity projections rebuild --all` takes; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/rebuild-bench.js');
