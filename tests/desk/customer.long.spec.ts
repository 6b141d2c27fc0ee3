import { DeskScene } from './desk-scene';
import type { Person } from './person';

const PARTY = '<b>Quillmark</b> & \u202Enmarf Brokers';
const PAYERS = ['José Núñez Marrowbone', 'Bo Larsen Fenwick'];

describe('the page of a customer at the desk', () => {
  let scene: DeskScene;
  let officer: Person;
  let customer: string;
  beforeAll(async () => {
    scene = await DeskScene.start();
    [customer] = (await scene.pay(PARTY, PAYERS)) as [string];
    officer = await scene.signedIn('officer', 'dark');
  }, 300_000);
  afterAll(async () => {
    expect(scene.problems).toEqual([]);
    await scene.stop();
  });

  const accessible = async () => expect(await officer.violations()).toEqual([]);
  const at = (part: string) => officer.page.waitForURL(new RegExp(`part=${part}`));

  it('shows the identity, the screening and the signals beside the risk', async () => {
    await officer.open(`/${scene.tenant}/customers/${customer}`);
    await officer.heading(PAYERS[0]!).waitFor();
    for (const part of ['Risk', 'Identity check', 'Screening', 'Signals of providers', 'Ratings']) {
      await officer.heading(part).waitFor();
    }
    await accessible();
  });

  it('tells what happened as one list, and filters it by kind', async () => {
    await officer.press('2');
    await at('timeline');
    await officer.page.getByText('12.00 USD').first().waitFor();
    await officer.page.getByText('alert created').first().waitFor();
    await officer.page.getByText('customer created').waitFor();
    await accessible();
    await officer.page.getByRole('combobox', { name: 'Kind' }).click();
    await officer.page.getByRole('option', { name: 'alert', exact: true }).click();
    await officer.page.getByText('customer created').waitFor({ state: 'hidden' });
    await officer.page.getByText('alert created').first().waitFor();
    // In a field, a key is text.
    await officer.page.getByRole('combobox', { name: 'Kind' }).blur();
  });

  it('lists transactions, sums them and filters them', async () => {
    await officer.press('3');
    await at('transactions');
    await officer.page.getByRole('img', { name: 'Received and paid by day' }).waitFor();
    await officer.page.locator('tbody tr').first().waitFor();
    await officer.page.getByText(PARTY).first().waitFor();
    await accessible();
    await officer.page.getByLabel('Amount from').fill('12.01');
    await officer.page.getByText('Nothing here matches the filters.').waitFor();
    await officer.page.getByLabel('Amount from').fill('much');
    await officer.page.getByText(/min_amount must be a decimal/).waitFor();
    await officer.page.getByLabel('Amount from').fill('');
    await officer.page.getByText(PARTY).first().waitFor();
    await officer.page.getByLabel('Amount from').blur();
  });

  it('draws the network, and has it in tables that lead to the other customer', async () => {
    await officer.press('4');
    await at('network');
    await officer.page.getByRole('img', { name: '1 counterparty, and 1 other customer' }).waitFor();
    await officer.page.getByRole('cell', { name: /maybe listed, 1 alert/ }).waitFor();
    await accessible();
    await officer.page.setViewportSize({ width: 820, height: 1180 });
    await accessible();
    await officer.page.setViewportSize({ width: 1280, height: 800 });
    await officer.page.getByRole('link', { name: PAYERS[1]! }).click();
    await officer.heading(PAYERS[1]!).waitFor();
  });

  it('shows with an alert what happened last, similar alerts, and what the match gives today', async () => {
    await officer.press('g', 'a');
    await officer.openFirst('Alerts');
    await officer.heading('Recent history').waitFor();
    await officer.heading('Similar alerts').waitFor();
    await officer.page.getByText('Of other customers, about the same party: 1').waitFor();
    await officer.press('y');
    await officer.page.getByText('It raises an alert today.').waitFor();
    await officer.page.getByText('Nothing differs.').waitFor();
    await accessible();
  });
});
