/** `npm run fit:screening`: measures other weights of names on labelled pairs; prints JSON. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/bench/fit-screening.js');
