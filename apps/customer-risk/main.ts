import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startCustomerRiskService } from './customer-risk-service';

runService('customer-risk', (onLost) => startCustomerRiskService(readConfiguration(process.env), onLost));
