import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startStandalone } from './standalone';

runService('probity', async (onLost) => {
  const { banner, stop } = await startStandalone(readConfiguration(process.env), onLost);
  return { ready: banner, stop };
});
