import type { DeskScene } from '../desk-scene';
import type { Person } from '../person';

const TRIAGED = 50;

/** An officer works through the queue with keys only, proposes a decision to a second person, and makes a case. */
export function officerJourneys(of: () => DeskScene): void {
  let scene: DeskScene;
  let officer: Person;
  beforeAll(async () => {
    scene = of();
    await scene.matches(TRIAGED, 'pep');
    officer = await scene.signedIn('officer');
  }, 120_000);

  const rows = () => officer.page.getByRole('row');
  const told = (text: string | RegExp) => officer.page.getByText(text).first().waitFor();

  it('takes the next alert, tags it, puts it off and hands it back, with keys', async () => {
    await officer.press('n');
    await officer.heading('What matched').waitFor();
    await officer.page.getByText('officer (you)').or(officer.page.locator('input[value*="(you)"]')).first().waitFor();
    await officer.page.getByRole('combobox', { name: 'Tags' }).fill('Waits for customer');
    await officer.press('Enter');
    await officer.page.getByText('waits-for-customer').waitFor();
    await officer.heading('Work').click();
    await officer.press('s');
    const here = officer.page.url();
    await officer.giveReason('the passport is on its way');
    await officer.page.waitForURL((url) => url.href !== here); // the next alert
    await officer.heading('What matched').waitFor();
    await officer.press('u');
    await officer.page.getByText('Put off', { exact: true }).click();
    await expectRows(1);
    await officer.press('Enter');
    await told(/put off until/);
    await officer.press('a');
    await officer.page.getByRole('button', { name: 'Assign to me' }).waitFor();
    await officer.press('u');
    await officer.page.getByText('Queue', { exact: true }).click();
  });

  it('decides only the alert that its dialog was opened for', async () => {
    await officer.open(`/${scene.tenant}/alerts`);
    await openFirst(officer, 'Alerts');
    await officer.heading('What matched').waitFor();
    const here = officer.page.url();
    await officer.press('d');
    await officer.page.getByRole('dialog').getByLabel('Reason').fill('of the first alert');
    await officer.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus();
    await officer.press('j', 'k', 'u', 'Control+k'); // nothing happens behind the dialog
    await officer.page.getByRole('dialog').getByLabel('Reason').waitFor();
    expect(officer.page.url()).toBe(here);
    await officer.page.goBack();
    await officer.heading('Alerts').waitFor();
    await officer.page.goForward();
    await officer.heading('What matched').waitFor();
    expect(await officer.page.getByRole('dialog').count()).toBe(0);
  });

  it('decides several alerts together', async () => {
    await officer.open(`/${scene.tenant}/alerts`);
    await expectRows(TRIAGED - 1);
    await officer.press('x', 'j', 'x', 'j', 'x');
    await officer.page.getByText('3 selected').waitFor();
    await officer.page
      .getByRole('region', { name: 'Selected alerts' })
      .getByRole('button', { name: 'Dismiss as false' })
      .click();
    await officer.giveReason('three other people of this name');
    await told(/^3 (done|proposed)/);
  });

  it('lets an officer decide the queue with keys only', async () => {
    await officer.open(`/${scene.tenant}/alerts`);
    await officer.page.locator('tbody tr').first().waitFor();
    const left = (await rows().count()) - 1;
    await officer.press('Enter');
    for (let n = 0; n < left; n++) {
      await officer.heading('What matched').waitFor();
      const here = officer.page.url();
      await officer.press('d');
      await officer.giveReason('another person of this name');
      await officer.page.waitForURL((url) => url.href !== here);
    }
    await officer.page.getByText('Nothing here matches the filters.').waitFor();
  }, 120_000);

  it('proposes a decision on a sanctions match, which a second person approves', async () => {
    await scene.matches(1, 'sanction', 'Otto Marrowbone Lindqvist');
    await officer.open(`/${scene.tenant}/alerts`);
    await expectRows(1);
    await officer.press('Enter');
    await officer.heading('What matched').waitFor();
    await officer.press('m');
    await officer.giveReason('the same passport');
    await told('Another person must approve this change.');
    await officer.press('g', 'p');
    await openFirst(officer, 'Proposals');
    await officer.page.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await officer.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);

    const approver = await scene.signedIn('approver');
    await approver.press('g', 'p');
    await openFirst(approver, 'Proposals');
    await approver.page.getByLabel('Reason').fill('I compared both passports');
    await approver.press('Tab', 'Enter');
    await approver.page.getByText('The proposal is applied.').waitFor();
    await approver.press('g', 'a');
    await approver.page.getByText('Nothing here matches the filters.').waitFor();
  });

  it('makes a case of an alert, with notes, and closes it', async () => {
    await scene.matches(1, 'crime', 'Clara Fenwick Obradovic');
    await officer.open(`/${scene.tenant}/alerts`);
    await expectRows(1);
    await officer.press('Enter');
    await officer.heading('What matched').waitFor();
    await officer.press('c');
    await officer.giveReason('to look at all of it');
    await officer.heading(/Clara Fenwick Obradovic/).waitFor();
    await officer.page.getByLabel('Note').fill('Asked the branch for the file.');
    await officer.press('Tab', 'Enter');
    await told('Asked the branch for the file.');
    await officer.page.getByLabel('Reason to close').fill('the file explains the payments');
    await officer.press('Tab', 'Enter');
    await told('closed');
  });

  it('shows what others wrote as text', async () => {
    await scene.hostile();
    await officer.open(`/${scene.tenant}/alerts`);
    await officer.page.getByText('<img src=x').first().waitFor();
    await officer.press('g', 'c');
    await openFirst(officer, 'Customers');
    await officer.heading('Risk').waitFor();
    expect(await officer.page.title()).not.toBe('ran');
    const width = await officer.page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(1280);
  });

  it('signs out in all tabs', async () => {
    const other = await officer.newTab(`/${scene.tenant}/alerts`);
    await other.getByRole('heading', { name: 'Alerts' }).waitFor();
    await officer.page.getByRole('button', { name: 'Sign out' }).click();
    for (const page of [officer.page, other]) await page.getByLabel('One-time code').waitFor();
  });

  /** Opens the first row of the list that is shown. */
  async function openFirst(person: Person, list: string, beforehand?: () => Promise<void>): Promise<void> {
    await person.heading(list).waitFor();
    await person.page.locator('tbody tr').first().waitFor();
    await beforehand?.();
    await person.press('Enter');
  }

  async function expectRows(count: number): Promise<void> {
    const shown = officer.page.locator('tbody tr');
    await shown.nth(count - 1).waitFor();
    await shown.nth(count).waitFor({ state: 'detached' });
  }
}
