import 'reflect-metadata';
import { runService } from '@probity/platform/run-service';
import { readConfiguration } from './configuration';
import { startPipelineService } from './pipeline-service';

runService('pipeline', (onLost) => startPipelineService(readConfiguration(process.env), onLost));
