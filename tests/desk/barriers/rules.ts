import type { DeskScene } from '../desk-scene';
import type { ColorScheme } from '../person';

/**
 * What axe finds on the pages of rules, lists and figures, after the journeys of rules.
 *
 * @param rule the name of a rule that was backtested last
 */
export async function barriersOfRules(scene: DeskScene, rule: string, colorScheme: ColorScheme): Promise<string[]> {
  const person = await scene.signedIn('admin', colorScheme);
  const ids = await scene.ruleNamed(rule);
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    found.push(...(await person.violations()).map((violation) => `${name}: ${violation}`));
  };
  for (const [path, heading] of [
    ['rules', 'Rules'],
    ['rules/new', 'New rule'],
    [`rules/${ids.rule}`, 'Condition'],
    [`rules/${ids.rule}/versions`, /^Versions of/],
    [`rules/backtests/${ids.backtest}`, 'Backtest'],
    ['lists', 'Lists'],
    ['lists/ofac-sdn', 'ofac-sdn'],
    ['lists/tenant', 'Your own list'],
    ['insights', 'People'],
  ] as const) {
    await person.open(`/${scene.tenant}/${path}`);
    await person.heading(heading).first().waitFor();
    await person.page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    await look(path);
  }
  await person.open(`/${scene.tenant}/alerts?view=all&source=monitoring`);
  await person.openFirst('Alerts');
  await person.heading('Why it was raised').waitFor();
  await look('an alert of a rule');
  return found;
}
