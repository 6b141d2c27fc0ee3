import { ruleJourneys } from './journeys/rules.suite';
import { onDesk } from './on-desk';

onDesk('rules, lists and figures at the desk', ruleJourneys);
