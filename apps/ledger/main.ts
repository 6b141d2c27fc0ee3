import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { ledger } from './ledger-service';

runAlone(ledger);
