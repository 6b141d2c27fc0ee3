import { barriersOfAdministration } from './barriers/administration';
import { hasNoBarrier } from './barriers/checks-barriers';
import { administrationJourneys } from './journeys/administration.suite';
import { onDesk } from './on-desk';

onDesk('administration at the desk', (scene) => {
  administrationJourneys(scene);
  hasNoBarrier((colorScheme) => barriersOfAdministration(scene(), colorScheme));
});
