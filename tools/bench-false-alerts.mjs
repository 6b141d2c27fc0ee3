/** `npm run bench:false-alerts`: counts alerts of ordinary names; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/false-alerts.js');
