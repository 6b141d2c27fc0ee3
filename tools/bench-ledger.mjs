/** `npm run bench:ledger`: measures the ledger against baselines of the same run; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/ledger-bench.js');
