import 'reflect-metadata';
import { markHeapRarely } from '@probity/platform/rare-heap-marking';
import { readKeySources } from '@probity/platform/keys/key-sources';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startStandalone } from './standalone';

markHeapRarely();
runService(
  'probity',
  async (onLost, signal) => startStandalone(readConfiguration(await readKeySources(process.env)), onLost, signal),
  {
    announceStopOf: 'Probity',
  },
);
