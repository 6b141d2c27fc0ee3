/** `npm run crash`: kills the product under posting load, again and again, and checks what is left. */
import { install } from './install.mjs';

install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/crash/main.js');
