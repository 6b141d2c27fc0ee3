import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { gateway } from './gateway-service';

runAlone(gateway);
