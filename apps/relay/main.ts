import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { relay } from './relay-service';

runAlone(relay);
