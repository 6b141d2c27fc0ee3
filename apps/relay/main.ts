import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startRelay } from './start-relay';

runService('relay', () => startRelay(readConfiguration(process.env)));
