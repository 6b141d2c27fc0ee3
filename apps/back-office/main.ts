import 'reflect-metadata';
import { runAlone } from '@probity/service/run-alone';
import { backOffice } from './back-office-service';

runAlone(backOffice);
