import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { customerRisk } from './customer-risk-service';

runAlone(customerRisk);
