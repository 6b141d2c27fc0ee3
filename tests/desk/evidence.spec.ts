import { expectNoBarrierInThemes } from './barriers/checks-barriers';
import { evidenceJourneys } from './journeys/evidence.suite';
import { onDesk } from './on-desk';

onDesk('evidence at the desk', (scene) => evidenceJourneys(scene, expectNoBarrierInThemes));
