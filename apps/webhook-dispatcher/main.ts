import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { webhookDispatcher } from './webhook-dispatcher-service';

runAlone(webhookDispatcher);
