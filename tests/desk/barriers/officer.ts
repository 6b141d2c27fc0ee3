import type { DeskScene } from '../desk-scene';
import type { ColorScheme } from '../person';

/** The path of a list, its heading, and a heading of the page of its first row. */
const LISTS = [
  ['alerts?view=all', 'Alerts', 'What matched'],
  ['customers', 'Customers', 'Risk'],
  ['cases?status=closed', 'Cases', 'Timeline'],
  ['proposals?status=applied', 'Proposals', 'The proposal'],
  ['rules', 'Rules', 'Condition'],
] as const;

/** What axe finds on the pages of officers, after the journeys of an officer. */
export async function barriersOfOfficers(scene: DeskScene, colorScheme: ColorScheme): Promise<string[]> {
  const person = await scene.signedIn('approver', colorScheme);
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    found.push(...(await person.violations()).map((violation) => `${name}: ${violation}`));
  };
  for (const [path, list, part] of LISTS) {
    await person.open(`/${scene.tenant}/${path}`);
    await person.openFirst(list, () => look(list));
    await person.heading(part).first().waitFor();
    await look(`one of ${list}`);
  }
  await person.press('g', 't');
  await person.heading('Audit trail').waitFor();
  await look('Audit trail');
  await person.press('?');
  await person.page.getByRole('dialog').waitFor();
  await look('keys');
  return found;
}
