/** `npm run restores`: puts older states of the read side or the event store back and checks what the product does. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/restores/main.js');
