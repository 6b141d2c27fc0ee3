/** `npm run docs:pictures`: takes a picture of each screen of the desk, for the documentation. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/testing/browser/pictures.js');
