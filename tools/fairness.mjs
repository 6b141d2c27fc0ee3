/** `npm run fairness`: measures what one tenant sees while another attacks; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/fairness-bench.js');
