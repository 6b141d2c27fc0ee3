import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startGatewayService } from './gateway-service';

runService('gateway', (onLost) => startGatewayService(readConfiguration(process.env), onLost));
