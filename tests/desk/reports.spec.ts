import { expectNoBarrier } from './barriers/checks-barriers';
import { reportJourneys } from './journeys/reports.suite';
import { onDesk } from './on-desk';

onDesk('reports of suspicious activity at the desk', (scene) => reportJourneys(scene, expectNoBarrier));
