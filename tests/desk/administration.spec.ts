import { administrationJourneys } from './journeys/administration.suite';
import { onDesk } from './on-desk';

onDesk('administration at the desk', administrationJourneys);
