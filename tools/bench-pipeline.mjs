/** `npm run bench:pipeline`: measures ingestion to outcome against a baseline of the same run; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/pipeline-bench.js');
