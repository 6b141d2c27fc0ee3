import { DeskScene } from './desk-scene';
import type { Person } from './person';

const PARTY = 'Quillmark Vessel Brokers';
const PAYERS = ['José Núñez Marrowbone', 'Bo Larsen Fenwick', 'Ana Obradovic Thorne'];

describe('groups, the allow-list and search at the desk', () => {
  let scene: DeskScene;
  let officer: Person;
  beforeAll(async () => {
    scene = await DeskScene.start();
    await scene.pay(PARTY, PAYERS);
    officer = await scene.signedIn('officer');
  }, 300_000);
  afterAll(async () => {
    expect(scene.problems).toEqual([]);
    await scene.stop();
  });

  const told = (text: string | RegExp) => officer.page.getByText(text).first().waitFor();
  const accessible = async () => expect(await officer.violations()).toEqual([]);

  it('finds customers by their names, in the palette and on the page', async () => {
    await officer.press('/');
    const dialog = officer.page.getByRole('dialog', { name: 'Find a command or a customer' });
    await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).first().fill('marrow nun');
    await dialog.getByText('José Núñez Marrowbone').waitFor();
    await officer.press('Enter');
    await officer.heading('José Núñez Marrowbone').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await officer.press('g', 'f');
    await officer.heading('Search').waitFor();
    await officer.page.getByLabel('Name, email, external id, account or id').fill('larsen');
    await officer.page.getByRole('link', { name: 'Bo Larsen Fenwick' }).waitFor();
    await officer.page.getByRole('link', { name: '1', exact: true }).waitFor();
    await accessible();
  });

  it('adds a counterparty to the allow-list, after a second person agreed', async () => {
    await officer.open(`/${scene.tenant}/groups`);
    await officer.heading('Groups of alerts').waitFor();
    await officer.page.getByRole('link', { name: new RegExp(PARTY) }).waitFor();
    await accessible();
    await officer.press('Enter');
    await officer.heading(new RegExp(PARTY)).waitFor();
    await accessible();
    await officer.page.locator('tbody tr').first().waitFor();
    await officer.press('Enter');
    await officer.page.getByText('This counterparty is not on the allow-list of the customer.').waitFor();
    await officer.press('w');
    await officer.giveReason('another company, by its registration number');
    await told('Another person must approve this change.');
    const approver = await scene.signedIn('approver');
    await approver.press('g', 'p');
    await approver.heading('Proposals').waitFor();
    await approver.page.locator('tbody tr').first().waitFor();
    await approver.press('Enter');
    await approver.page.getByLabel('Reason').fill('I compared the register');
    await approver.press('Tab', 'Enter');
    await approver.page.getByText('The proposal is applied.').waitFor();
    await officer.press('g', 'y');
    await officer.page.waitForURL(/allow-list/);
    await officer.page.getByRole('link', { name: PARTY }).waitFor();
    await accessible();
    await officer.page.getByRole('button', { name: `End the entry of ${PARTY}` }).click();
    await officer.giveReason('it has another owner');
    await officer.page.locator('tbody').getByText('ended', { exact: true }).waitFor();
  });

  it('closes a group with one decision, and reopens one of its alerts', async () => {
    await officer.open(`/${scene.tenant}/groups`);
    await officer.heading('Groups of alerts').waitFor();
    await officer.page.getByRole('link', { name: new RegExp(PARTY) }).waitFor();
    await officer.press('Enter');
    await officer.page.locator('tbody tr').nth(2).waitFor();
    await officer.press('d');
    await officer.giveReason('another company, by its registration number');
    await told('Decided 3 alerts.');
    await officer.page.getByText('Nothing here matches the filters.').waitFor();
    await officer.open(`/${scene.tenant}/alerts?view=all&status=dismissed`);
    await officer.page.locator('tbody tr').nth(2).waitFor();
    await officer.press('Enter');
    await officer.heading('About the alert').waitFor();
    const here = officer.page.url();
    await officer.press('o');
    await officer.giveReason('the register was out of date');
    await officer.page.waitForURL((url) => url.href !== here);
    await officer.heading('Why it was reopened').waitFor();
    await told('the register was out of date');
    await accessible();
    await officer.page.getByRole('link', { name: new URL(here).pathname.split('/').at(-1)! }).click();
    await told('reopened as');
  });
});
