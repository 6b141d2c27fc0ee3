/** `npm start`: installs missing packages, builds changed files, and runs every service in this process. */
import { cacheCompiled } from './compile-cache.mjs';
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build({ onlyProduct: true });
cacheCompiled();
await import('../dist/apps/standalone/main.js');
