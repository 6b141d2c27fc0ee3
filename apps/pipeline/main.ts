import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { pipeline } from './pipeline-service';

runAlone(pipeline);
