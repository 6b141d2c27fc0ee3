import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startStandalone } from './standalone';

runService('probity', (onLost, signal) => startStandalone(readConfiguration(process.env), onLost, signal), {
  announceStopOf: 'Probity',
});
