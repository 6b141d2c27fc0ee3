/** `node deploy/image/rehearse.mjs`: runs the steps of the Dockerfile without a Docker engine. */
import { install } from '../../tools/install.mjs';

install();
const { build } = await import('../../tools/build.mjs');
await build();
await import('../../dist/tests/deployment/image/rehearse.js');
