import { until } from '../../crash/until';
import type { DeskScene } from '../desk-scene';
import type { Person } from '../person';

export const RULE_NAME = 'Transfers of the test';

/** Transactions of 900 to 2,300, of which a rule for 1,000 finds some and a rule for 2,000 fewer. */
const AMOUNTS = [900, 1_100, 1_300, 1_500, 1_700, 1_900, 2_100, 2_300];

/** An admin takes a rule from a draft to active, and changes the own list; an officer follows the figures. */
export function ruleJourneys(of: () => DeskScene): void {
  let scene: DeskScene;
  let admin: Person;
  let officer: Person;
  let customer: string;
  beforeAll(async () => {
    scene = of();
    customer = (await scene.matches(3, 'crime', 'Vera Ondine Kallistrat'))[0]!;
    await scene.transactions(customer, AMOUNTS);
    [admin, officer] = [await scene.signedIn('admin'), await scene.signedIn('officer')];
  }, 120_000);

  const definition = (amount: number): string =>
    JSON.stringify({
      name: RULE_NAME,
      description: 'A transfer above an amount.',
      reason: 'To see the desk.',
      event_type: 'transaction',
      severity: 'low',
      alert_type: 'test_transfer',
      title: 'A transfer of the test',
      compare_unconverted_amounts: true,
      condition: { gte: [{ field: 'transaction.amount' }, amount] },
    });

  /** Replaces the text of the editor with the keyboard, and leaves the field. */
  async function write(text: string): Promise<void> {
    await admin.page.getByLabel('Definition of the rule').waitFor();
    await admin.press('i', 'Control+a');
    await admin.page.keyboard.insertText(text);
    await admin.press('Escape');
  }

  it('takes a rule from a draft through a backtest to active, with keys only', async () => {
    await admin.press('g', 'r');
    await admin.heading('Rules').waitFor();
    await admin.press('n');
    await admin.heading('New rule').waitFor();
    await admin.page.getByText('The rule is valid.').waitFor();

    await write('{ "name": "Half",');
    await admin.page.getByText('This is not JSON').waitFor();
    await write(definition(1_000).replace('transaction.amount', 'transaction.amuont'));
    await admin.page
      .getByText(/there is no field|unknown|amuont/)
      .first()
      .waitFor();
    await write(definition(1_000));
    await admin.page.getByText('The rule is valid.').waitFor();
    await admin.page.getByText(/It costs \d+ of at most 200,000/).waitFor();

    await admin.press('b');
    await admin.page.getByText(/The draft would raise 7 alerts for 1 of \d+ customers/).waitFor();
    await admin.press('s');
    await admin.giveReason('transfers that we have not looked at');
    await admin.heading(RULE_NAME).waitFor();
    await admin.page.getByText('disabled', { exact: true }).first().waitFor();

    await admin.press('m', 's');
    await admin.giveReason('first without alerts');
    await admin.page.getByText('shadow', { exact: true }).first().waitFor();
    await admin.press('e');
    await admin.heading(`Edit ${RULE_NAME}`).waitFor();
    await write(definition(2_000));
    await admin.page.getByText('The rule is valid.').waitFor();
    await admin.press('b');
    await admin.page.getByText('The draft would raise 2 alerts').waitFor();
    await admin.page.getByText('version 2 raises 7').waitFor();
    await admin.press('s');
    await admin.giveReason('fewer alerts');
    await admin.heading(RULE_NAME).waitFor();
    await admin.press('m', 'a');
    await admin.giveReason('the backtest looks right');
    await admin.page.getByText('active', { exact: true }).first().waitFor();

    await admin.press('v');
    await admin.heading(`Versions of ${RULE_NAME}`).waitFor();
    await admin.page.getByText('1 line differs.').waitFor();
    await admin.press('u');
    await admin.page.getByText('2 alerts').waitFor(); // the backtest of the rule
  });

  it('counts what a rule found, and leads to its alerts', async () => {
    await scene.transactions(customer, [5_000]);
    await until('the rule raised an alert', async () => {
      await admin.open(`/${scene.tenant}/rules`);
      const row = admin.page.getByRole('row', { name: new RegExp(RULE_NAME) });
      await row.waitFor();
      return (await row.getByRole('link', { name: '1', exact: true }).count()) === 1;
    });
    await admin.page
      .getByRole('row', { name: new RegExp(RULE_NAME) })
      .getByRole('link', { name: '1' })
      .click();
    await admin.page.getByText('A transfer of the test').waitFor();
    await admin.page.getByText('Only one rule: show others too').waitFor();
  });

  it('adds to the list of the tenant, searches it and removes from it', async () => {
    await admin.press('g', 'l');
    await admin.openFirst('Lists');
    await admin.heading('Your own list').waitFor();
    await admin.press('n');
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Names').fill('=Zed Quarrington\nZ. Quarrington');
    await admin.giveReason('left with debts');
    await admin.page.getByText('=Zed Quarrington; Z. Quarrington').waitFor();
    await admin.press('f');
    await admin.page.keyboard.insertText('quarr');
    await admin.page.getByText('Vera Ondine Kallistrat').waitFor({ state: 'detached' });
    await admin.press('Escape');
    await admin.page.getByRole('button', { name: 'Remove =Zed Quarrington' }).press('Enter');
    await admin.giveReason('paid');
    await admin.page
      .getByText('Nothing here matches the filters.')
      .or(admin.page.getByText('The list is empty'))
      .waitFor();
  });

  it('shows figures that lead to their alerts', async () => {
    await officer.press('g', 'i');
    await officer.heading('Insights').waitFor();
    const waiting = officer.page.getByRole('region', { name: 'Waiting now' });
    const number = waiting.getByRole('link').first();
    const count = Number(await number.textContent());
    await number.click();
    await officer.heading('Alerts').waitFor();
    await officer.page
      .locator('tbody tr')
      .nth(count - 1)
      .waitFor();
    expect(await officer.page.locator('tbody tr').count()).toBe(count);
    await officer.page.goBack();
    await officer.press('1');
    await officer.page.waitForURL(/from=/);
    const [file] = await Promise.all([
      officer.page.waitForEvent('download'),
      officer.page.getByRole('button', { name: 'Save Waiting now as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('waiting.csv');
  });
}
