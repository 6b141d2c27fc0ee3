import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startWebhookDispatcherService } from './webhook-dispatcher-service';

runService('webhook-dispatcher', (onLost) => startWebhookDispatcherService(readConfiguration(process.env), onLost));
