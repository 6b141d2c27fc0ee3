/** `npm run postgres`: runs a Postgres for trying out separate services. It deletes its data when it stops. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
const { startTestPostgres } = (await import('../dist/testing/test-postgres.js')).default;
const postgres = await startTestPostgres();
console.log(`Postgres is ready. Ctrl-C stops it and deletes its data.\n\nexport DATABASE_URL='${postgres.url}'`);
let stopped; // Ctrl-C can arrive twice: from the terminal and from npm
const stop = () => (stopped ??= postgres.stop().then(() => process.exit(0)));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
