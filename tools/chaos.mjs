/** `npm run chaos`: disturbs a whole deployment under posting load, then checks that no data was lost or doubled. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/tests/chaos/main.js');
