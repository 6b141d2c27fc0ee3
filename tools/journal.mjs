/** `npm run journal -- --file <path>`: posts a plain-text-accounting journal and compares all balances. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/journal/main.js');
