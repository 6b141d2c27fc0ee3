import { officerJourneys } from './journeys/officer.suite';
import { onDesk } from './on-desk';

onDesk('an officer at the desk', officerJourneys);
