import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startBackOfficeService } from './back-office-service';

runService('back-office', (onLost) => startBackOfficeService(readConfiguration(process.env), onLost));
