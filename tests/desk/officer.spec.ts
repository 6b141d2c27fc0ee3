import { hasNoBarrier } from './barriers/checks-barriers';
import { barriersOfOfficers } from './barriers/officer';
import { officerJourneys } from './journeys/officer.suite';
import { onDesk } from './on-desk';

onDesk('an officer at the desk', (scene) => {
  officerJourneys(scene);
  hasNoBarrier((colorScheme) => barriersOfOfficers(scene(), colorScheme));
});
