/** `npm run chaos`: disturbs a whole deployment under posting load and checks what is left. */
import { install } from './install.mjs';

install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/chaos/main.js');
