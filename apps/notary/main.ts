import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { notary } from './notary-service';

runAlone(notary);
