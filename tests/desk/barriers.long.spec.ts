import { barriersOfAdministration } from './barriers/administration';
import { barriersOfOfficers } from './barriers/officer';
import { barriersOfRules } from './barriers/rules';
import { administrationJourneys } from './journeys/administration.suite';
import { evidenceJourneys } from './journeys/evidence.suite';
import { officerJourneys } from './journeys/officer.suite';
import { reportJourneys } from './journeys/reports.suite';
import { RULE_NAME, ruleJourneys } from './journeys/rules.suite';
import { onDesk } from './on-desk';
import { type ColorScheme, type Person, PHONE_WIDTH } from './person';

// The journeys leave what the pages show. axe takes seconds for a page, and each page is seen in both themes.
const MAX_MS = 480_000;

function hasNoBarrier(barriers: (colorScheme: ColorScheme) => Promise<string[]>): void {
  it.each(['light', 'dark'] as const)(
    'has no barrier that axe finds, in the %s theme',
    async (colorScheme) => expect(await barriers(colorScheme)).toEqual([]),
    MAX_MS,
  );
}

onDesk('pages of officers', (scene) => {
  officerJourneys(scene);
  hasNoBarrier((colorScheme) => barriersOfOfficers(scene(), colorScheme));
});

onDesk('pages of reports', (scene) => {
  reportJourneys(scene, async (person: Person) => expect(await person.violations()).toEqual([]));
});

onDesk('evidence', (scene) => {
  evidenceJourneys(scene, async (person: Person) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      expect(await (await person.withTheme(colorScheme)).violations()).toEqual([]);
    }
    expect(await person.widthOnPhone()).toBeLessThanOrEqual(PHONE_WIDTH);
  });
});

onDesk('pages of rules, lists and figures', (scene) => {
  ruleJourneys(scene);
  hasNoBarrier((colorScheme) => barriersOfRules(scene(), RULE_NAME, colorScheme));
});

onDesk('pages of administration', (scene) => {
  administrationJourneys(scene);
  hasNoBarrier((colorScheme) => barriersOfAdministration(scene(), colorScheme));
});
