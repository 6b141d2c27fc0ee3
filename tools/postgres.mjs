/** `npm run postgres`: a Postgres of your own for trying separate services. Its data are gone when it ends. */
import { install } from './install.mjs';

install();
const { build } = await import('./build.mjs');
await build();
const { startTestPostgres } = (await import('../dist/testing/test-postgres.js')).default;
const postgres = await startTestPostgres();
console.log(`Postgres is ready. Ctrl-C stops it and forgets its data.\n\nexport DATABASE_URL='${postgres.url}'`);
let stopped; // npm passes on a signal that the terminal has sent as well
const stop = () => (stopped ??= postgres.stop().then(() => process.exit(0)));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
