import 'reflect-metadata';
import { markHeapRarely } from '@probity/platform/rare-heap-marking';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startStandalone } from './standalone';

markHeapRarely();
runService('probity', (onLost, signal) => startStandalone(readConfiguration(process.env), onLost, signal), {
  announceStopOf: 'Probity',
});
