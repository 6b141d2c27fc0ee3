import { hasNoBarrier } from './barriers/checks-barriers';
import { barriersOfRules } from './barriers/rules';
import { RULE_NAME, ruleJourneys } from './journeys/rules.suite';
import { onDesk } from './on-desk';

onDesk('rules, lists and figures at the desk', (scene) => {
  ruleJourneys(scene);
  hasNoBarrier((colorScheme) => barriersOfRules(scene(), RULE_NAME, colorScheme));
});
