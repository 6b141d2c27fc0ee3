/** `npm run fuzz:rules`: compiles and evaluates random monitoring rules, ordinary and hostile ones; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/fuzz/monitoring-rules/main.js');
