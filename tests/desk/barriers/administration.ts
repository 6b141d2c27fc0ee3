import type { DeskScene } from '../desk-scene';
import type { ColorScheme } from '../person';

/** What axe finds on the pages of administration, and on those of operators, after the journeys of administration. */
export async function barriersOfAdministration(scene: DeskScene, colorScheme: ColorScheme): Promise<string[]> {
  const { tenant } = scene;
  const [admin, operator] = [await scene.signedIn('approver', colorScheme), await scene.operator(colorScheme)];
  const { page } = admin;
  const found: string[] = [];
  const look = async (name: string, by = admin): Promise<void> => {
    found.push(...(await by.violations()).map((violation) => `${name}: ${violation}`));
  };

  for (const view of ['services', 'tenants', 'dead-letters']) {
    await operator.open(`/-/operations?view=${view}`);
    await operator.page.getByText('Pending events').first().waitFor();
    await look(`operations: ${view}`, operator);
  }
  await operator.open('/-/invitation');
  await operator.heading('Your invitation').waitFor();
  await look('invitation', operator);

  const settings = [
    ...['stages', 'providers', 'providers/sumsub', 'providers/generic-http', 'thresholds', 'scoring'],
    ...['four-eyes', 'staff', 'keys', 'limits', 'history', 'report-templates', 'report-templates/new'],
  ].map((path) => `settings/${path}`);
  for (const path of [...settings, 'audit', 'events']) {
    await admin.open(`/${tenant}/${path}`);
    await page.locator('main h1').waitFor();
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    await look(path);
  }
  for (const [path, list, part] of [
    ['ledgers', 'Ledgers', 'Last verification'],
    ['webhooks', 'Webhooks', 'Deliveries'],
  ] as const) {
    await admin.open(`/${tenant}/${path}`);
    await admin.openFirst(list, () => look(list));
    await admin.heading(part).waitFor();
    await page.locator('tbody tr').first().waitFor();
    await look(`one of ${list}`);
  }
  await admin.press('Enter');
  await admin.heading('Attempts').waitFor();
  await look('delivery');
  await admin.open(`/${tenant}/ledgers`);
  await admin.openFirst('Ledgers');
  await page.getByRole('radio', { name: 'Transactions' }).focus();
  await admin.press('Space');
  await page.getByText('deposit-3').waitFor();
  await admin.press('Enter');
  await admin.heading('Entries').waitFor();
  await look('posting');
  await admin.open(`/${tenant}/settings/keys`);
  await page.locator('tbody tr').first().waitFor();
  await admin.press('n');
  await page.getByRole('dialog').waitFor();
  await look('a new key');
  return found;
}
