import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startLedgerService } from './ledger-service';

runService('ledger', (onLost) => startLedgerService(readConfiguration(process.env), onLost));
