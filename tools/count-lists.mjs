/** `npm run lists:count`: reads a list with its importer and with a second reader, and prints what differs. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/testing/lists/main.js');
