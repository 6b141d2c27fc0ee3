/** `npm run kafka`: runs a Kafka broker for a developer, on Java, without Docker. */
import { install } from './install.mjs';

await install();
const { build } = await import('./build.mjs');
await build();
await import('../dist/testing/kafka/main.js');
