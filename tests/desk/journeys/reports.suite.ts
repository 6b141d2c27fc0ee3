import { readFileSync } from 'node:fs';
import type { DeskScene } from '../desk-scene';
import type { Person } from '../person';

const PARTY = 'Quillmark Vessel Brokers';
const PAYER = 'José <b>Núñez</b> Marrowbone';

/**
 * A case becomes a report to the authority, which a second person approves; an admin adds a format.
 *
 * @param inspect is called with the person at each new screen
 */
export function reportJourneys(of: () => DeskScene, inspect: (person: Person) => Promise<void> = async () => {}): void {
  let scene: DeskScene;
  let officer: Person;
  let approver: Person;
  beforeAll(async () => {
    scene = of();
    await scene.pay(PARTY, [PAYER]);
    officer = await scene.signedIn('officer');
  }, 120_000);

  const status = (word: string) => officer.page.locator('main').getByText(word, { exact: true }).first().waitFor();

  it('goes from a case to the authority with keys', async () => {
    await officer.open(`/${scene.tenant}/alerts?view=all`);
    await officer.page.locator('tbody tr').first().waitFor();
    await officer.press('Enter');
    await officer.heading('About the alert').waitFor();
    await officer.press('c');
    await officer.giveReason('payments to a listed name');
    await officer.heading('Reports to the authority').waitFor();
    await inspect(officer);

    await officer.press('r');
    await officer.page.getByLabel('What happened').fill('Paid a listed broker <i>twice</i>.');
    await officer.giveReason('the payments have no purpose');
    await officer.heading('Report (STR)').waitFor();
    await officer.page.getByText('Add at least one indicator').waitFor();
    await officer.page.getByRole('combobox', { name: 'Indicators' }).fill('SANCTIONS');
    await officer.press('Enter');
    await officer.page.getByText(PAYER).first().waitFor();
    await inspect(officer);
    const readAgain = await officer.holdReads('**/reports/*');
    await officer.page.getByLabel('Reason of the change').fill('the code of the authority');
    await officer.press('Control+Enter');
    await officer.page.getByText('The draft is saved.').waitFor();

    await officer.press('p');
    await officer.giveReason('complete');
    await officer.page.getByText('Another person must approve this change.').first().waitFor();
    readAgain();
    approver = await scene.signedIn('approver');
    await approver.press('g', 'p');
    await approver.heading('Proposals').waitFor();
    await approver.page.locator('tbody tr').first().waitFor();
    await approver.press('Enter');
    await approver.page.getByLabel('Reason').fill('I read the report');
    await approver.press('Tab', 'Enter');
    await approver.page.getByText('The proposal is applied.').waitFor();

    await status('approved');
    const saved = officer.page.waitForEvent('download');
    await officer.press('e');
    await officer.giveReason('to read it');
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^STR-.*\.pdf$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await officer.page.getByText(/exported pdf by/).waitFor();

    await officer.press('f');
    await officer.page.getByLabel('Reference of the authority').fill('FIU-17');
    await officer.giveReason('sent on its page');
    await status('filed');
    await officer.page.getByText('FIU-17').first().waitFor();
    await inspect(officer);
  }, 120_000);

  it('is written in another format by a template that two people agreed on', async () => {
    const report = officer.page.url();
    const admin = await scene.signedIn('admin');
    await admin.open(`/${scene.tenant}/settings/report-templates`);
    await admin.page.getByText('There is no template yet.').waitFor();
    await admin.press('n');
    await admin.heading('A new report template').waitFor();
    await admin.page.getByLabel('Name').fill('List of payments');
    await admin.page.getByRole('combobox', { name: 'Writes' }).click();
    await admin.page.getByRole('option', { name: 'CSV' }).click();
    const text = admin.page.getByRole('textbox', { name: 'Template', exact: true });
    await text.fill('{{#transactions}}{{amuont}}\n{{/transactions}}');
    await admin.page.getByRole('button', { name: 'Preview the template' }).click();
    await admin.page.getByText('line 1: "amuont" is no field of a report here').waitFor();
    await inspect(admin);
    await text.fill('{{#transactions}}{{counterparty_name}},{{amount}}\n{{/transactions}}');
    await admin.page.getByRole('button', { name: 'Preview the template' }).click();
    await admin.page.getByText('"Juan Perez","9500.10"').waitFor();
    await inspect(admin);
    await admin.page.getByRole('button', { name: 'Save the template' }).click();
    await admin.giveReason('the authority asks for a list');
    await admin.page.getByText('Another person must approve this change.').first().waitFor();
    await approver.open(`/${scene.tenant}/proposals`); // not the list that the approver saw before
    await approver.openFirst('Proposals');
    await approver.page.getByText('counterparty_name').first().waitFor();
    await approver.page.getByLabel('Reason').fill('I read the template');
    await approver.press('Tab', 'Enter');
    await approver.page.getByText('The proposal is applied.').waitFor();
    await admin.open(`/${scene.tenant}/settings/report-templates`);
    await admin.page.locator('tbody tr').first().waitFor();
    await inspect(admin);

    await officer.page.goto(report);
    await officer.page.getByRole('button', { name: 'Export with a template' }).waitFor();
    const saved = officer.page.waitForEvent('download');
    await officer.press('t');
    await officer.page.getByRole('combobox', { name: 'Template' }).waitFor();
    await officer.giveReason('the authority asks for a list');
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^STR-.*\.csv$/);
    expect(readFileSync(await file.path(), 'utf8')).toBe(`"${PARTY}","12"\n`);
    await officer.page.getByText(/exported by template by/).waitFor();
  }, 120_000);

  it('tells a person who writes that a colleague saved the draft, and keeps what the person wrote', async () => {
    const filed = officer.page.url();
    await officer.press('n');
    await officer.giveReason('a correction');
    await officer.page.waitForURL((url) => url.href !== filed);
    await officer.heading('The draft').waitFor();
    await officer.page.getByLabel('What happened').fill('Paid three times.');

    await approver.page.goto(officer.page.url());
    await approver.heading('The draft').waitFor();
    await approver.page.getByRole('textbox', { name: 'Measures' }).fill('The account is blocked.');
    await approver.page.getByLabel('Reason of the change').fill('the measures were missing');
    await approver.press('Control+Enter');
    await approver.page.getByText('The draft is saved.').waitFor();

    await officer.page.getByText(/saved version 2 meanwhile/).waitFor();
    await inspect(officer);
    await officer.page.getByRole('button', { name: 'Load it' }).click();
    const textOf = (label: string) => officer.page.getByRole('textbox', { name: label }).inputValue();
    expect(await textOf('Measures')).toBe('The account is blocked.');
    expect(await textOf('What happened')).toBe('Paid three times.');

    await officer.press('d');
    await officer.giveReason('the payments were explained');
    await status('discarded');
    await officer.page.getByText('What you wrote is still here').waitFor();
    expect(await textOf('What happened')).toBe('Paid three times.');
    await inspect(officer);
  }, 60_000);
}
