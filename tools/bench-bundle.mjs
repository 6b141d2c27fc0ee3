/** `npm run bench:bundle`: measures the export and the verification of a bundle of a million transactions, and receipts; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/ledger-bundle-bench.js');
