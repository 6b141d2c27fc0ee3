/** `npm run fairness:limits`: measures what tenants notice of one that exceeds its limit; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/limits-fairness.js');
