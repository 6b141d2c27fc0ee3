import { readFileSync } from 'node:fs';
import type { DeskScene } from '../desk-scene';
import type { Person } from '../person';

const PASSWORD = 'correct horse battery staple';

/** Journeys of an admin, an auditor and an operator, with keys only. */
export function administrationJourneys(of: () => DeskScene): void {
  let scene: DeskScene;
  let admin: Person;
  let approver: Person;
  let operator: Person;
  beforeAll(async () => {
    scene = of();
    await scene.makeBooks();
    await scene.makeWebhook();
    admin = await scene.signedIn('admin');
    approver = await scene.signedIn('approver');
  }, 120_000);

  /**
   * Goes down to the option with the keyboard. The list forgets where it is for a moment after it opens: on a busy
   * machine, a key that comes before changes nothing, and a person presses it again.
   */
  const choose = async (name: string, option: RegExp): Promise<void> => {
    const field = admin.page.getByRole('combobox', { name });
    const wanted = admin.page.getByRole('option', { name: option });
    const reached = wanted.and(admin.page.locator('[data-combobox-selected]'));
    const isChosen = async () => (await wanted.isHidden()) && option.test(await field.inputValue());
    await field.focus();
    for (let presses = 0; presses < 40 && !(await isChosen()); presses++) {
      if (await wanted.isHidden()) await admin.press('Enter');
      else {
        await admin.press('ArrowDown');
        if (await reached.isVisible()) await admin.press('Enter');
      }
      await admin.settled();
    }
    expect([name, await field.inputValue()]).toEqual([name, expect.stringMatching(option)]);
  };
  const told = (person: Person, text: string | RegExp) => person.page.getByText(text).first().waitFor();

  /** Approves the newest proposal, which another person made. */
  async function approve(): Promise<void> {
    await approver.open(`/${scene.tenant}/proposals`);
    await approver.page.locator('tbody tr').first().waitFor();
    await approver.press('Enter');
    await approver.page.getByLabel('Reason').fill('I compared it with the contract');
    await approver.press('Tab', 'Enter');
    await told(approver, 'The proposal is applied.');
  }

  /** Shows what only the proposer may read of the proposal that was applied last. */
  async function showResult(): Promise<void> {
    await admin.open(`/${scene.tenant}/proposals?status=applied`);
    await admin.page.locator('tbody tr').first().waitFor();
    await admin.press('Enter');
    await admin.page.getByRole('button', { name: 'Show what it returned' }).focus();
    await admin.press('Enter');
  }

  it('an admin configures a KYC provider, which a second person activates, and lets it run the stage', async () => {
    await admin.press('g', 'e');
    await admin.heading('Identity (KYC)').waitFor();
    await admin.press('2');
    const sumsub = admin.page.getByRole('link', { name: 'Sumsub' });
    await sumsub.focus();
    await admin.press('Enter');
    await admin.heading('Configuration').waitFor();
    for (const name of [/^app token/, /^secret key/, /^webhook secret/]) {
      await admin.page.getByLabel(name).fill('a-secret-of-the-provider');
    }
    await admin.page.getByRole('button', { name: 'Save' }).focus();
    await admin.press('Enter');
    await admin.giveReason('the contract with Sumsub begins');
    await admin.heading('State').waitFor();
    expect(await admin.page.content()).not.toContain('a-secret-of-the-provider');
    await admin.page.getByRole('button', { name: 'Activate' }).focus();
    await admin.press('Enter');
    await admin.giveReason('the contract with Sumsub begins');
    await told(admin, 'Another person must approve this change.');
    await approve();

    await admin.open(`/${scene.tenant}/settings/stages`);
    await choose('Mode of kyc', /^plugin/);
    await choose('Provider of kyc', /^sumsub$/);
    await admin.page.getByRole('button', { name: 'Save' }).focus();
    await admin.press('Enter');
    await admin.giveReason('Sumsub checks identities from now on');
    await told(admin, 'Another person must approve this change.');
    await approve();
    await admin.open(`/${scene.tenant}/settings/stages`);
    await admin.page.locator('input[value^="plugin:"]').waitFor();
  }, 120_000);

  it('an admin makes a key for a backend, and reads it once it is approved', async () => {
    await admin.open(`/${scene.tenant}/settings/keys`);
    await admin.page.locator('tbody tr').first().waitFor();
    await admin.press('n');
    await admin.page.getByRole('dialog').getByLabel('Label').fill('core banking');
    await admin.page.getByRole('dialog').getByLabel('Allowed addresses').fill('192.0.2.0/24');
    await admin.giveReason('the new core banking system');
    await told(admin, 'Another person must approve this change.');
    await approve();
    await showResult();
    await admin.page.getByText(/^probity_/).waitFor();
    await admin.press('Enter'); // "I have stored it" has the focus
    await admin.page.getByText(/^probity_/).waitFor({ state: 'detached' });
    await admin.press('g', 'e');
    await admin.heading('Identity (KYC)').waitFor();
    await admin.press('7');
    await told(admin, 'core banking');
    await told(admin, '192.0.2.0/24');
    await admin.page.getByRole('button', { name: 'Revoke core banking' }).focus();
    await admin.press('Enter');
    await admin.giveReason('=HYPERLINK("https://evil.example")');
    await told(admin, /revoked/);
  }, 120_000);

  it('an admin invites a colleague, who accepts at the desk and signs in', async () => {
    await admin.open(`/${scene.tenant}/settings/staff`);
    await admin.page.locator('tbody tr').first().waitFor();
    await admin.press('n');
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Ada Byron');
    await dialog.getByLabel('Email').fill('ada@bank.example');
    await dialog.getByRole('checkbox', { name: /^analyst/ }).focus();
    await admin.press('Space');
    await admin.giveReason('she begins on Monday');
    await told(admin, 'Another person must approve this change.');
    await approve();
    await showResult();
    const invitation = await admin.page.getByText(/^probity_invitation_/).innerText();
    await admin.press('Enter');

    const ada = await scene.visitor();
    await ada.open('/sign-in');
    await ada.page.getByRole('link', { name: 'I have an invitation' }).focus();
    await ada.press('Enter');
    await ada.page.getByLabel('Invitation').fill(invitation);
    await ada.press('Enter');
    await told(ada, 'ada@bank.example');
    await ada.accept(PASSWORD);
    await told(ada, 'Recovery codes');
    const [recovery] = (await ada.page.getByLabel('Recovery codes').innerText()).split('\n');
    await ada.page.getByRole('link', { name: 'Sign in' }).focus();
    await ada.press('Enter');
    await ada.page.getByLabel('Email').fill('ada@bank.example');
    await ada.page.locator('input[type=password]').fill(PASSWORD);
    await ada.page.getByLabel('One-time code').fill(recovery!);
    await ada.press('Enter');
    await ada.heading('Alerts').waitFor();
    await admin.press('g', 'e');
    await admin.heading('Identity (KYC)').waitFor();
    await admin.press('6');
    await told(admin, 'ada@bank.example');
  }, 120_000);

  it('an admin tests a webhook, reads its attempts, and disables the endpoint', async () => {
    await admin.press('g', 'w');
    await admin.openFirst('Webhooks');
    await admin.page.getByRole('button', { name: 'Send a test' }).focus();
    await admin.press('Enter');
    await admin.heading('Attempts').waitFor();
    await admin.page.locator('tbody tr', { hasText: ' ms' }).first().waitFor();
    await admin.press('r');
    await admin.giveReason('the receiver was restarted');
    await admin.press('g', 'w');
    await admin.openFirst('Webhooks');
    await admin.page.getByRole('button', { name: 'Disable' }).focus();
    await admin.press('Enter');
    await admin.giveReason('the receiver moves');
    await told(admin, 'disabled because');
    await admin.page.getByRole('button', { name: 'Enable' }).waitFor();
  });

  it('asks for a proof of the person when a change needs a recent sign-in, and makes the change then', async () => {
    await admin.open(`/${scene.tenant}/settings/four-eyes`);
    let asked = 0;
    await admin.page.route('**/four-eyes', async (route) => {
      if (route.request().method() !== 'PATCH' || asked++ > 0) return route.continue();
      const body = { status: 'error', code: 'sign_in_again', message: 'sign in again' };
      return route.fulfill({ status: 403, json: body });
    });
    await admin.page.route('**/me/confirm', (route) => route.fulfill({ status: 204 }));
    await admin.page.getByRole('switch', { name: /API key of the institution/ }).focus();
    await admin.press('Space');
    await admin.page.getByRole('button', { name: 'Save' }).focus();
    await admin.press('Enter');
    const reason = admin.page.getByRole('dialog').getByLabel('Reason');
    await reason.fill('keys must not loosen rules alone');
    await reason.press('Control+Enter');
    await admin.heading('Is it still you?').waitFor();
    await admin.page.getByLabel(/^Password/).fill('a password');
    await admin.page.getByLabel('One-time code').fill('123456');
    await admin.press('Enter');
    await told(admin, 'Save the policy: done.');
    expect(admin.problems.splice(0).filter((problem) => !problem.includes('403'))).toEqual([]);
    await admin.page.unrouteAll();
  });

  it('an auditor verifies a ledger and a posting, and exports the audit trail without formulas', async () => {
    const auditor = await scene.signedIn('auditor');
    await auditor.press('g', 'b');
    await auditor.openFirst('Ledgers');
    await told(auditor, 'This ledger was never verified.');
    await told(auditor, '270,215,977,642,229.79'); // no digit is lost
    await auditor.press('v');
    await auditor.page.getByRole('dialog').locator('button:focus', { hasText: 'Verify the whole ledger' }).waitFor();
    await auditor.press('Enter');
    await told(auditor, /^The ledger is intact\. 3 transactions were checked\.$/);
    await told(auditor, 'Demo auditor');
    await auditor.page.getByRole('radio', { name: 'Transactions' }).focus();
    await auditor.press('Space');
    await auditor.page.getByText('deposit-3').waitFor();
    await auditor.page.getByRole('radio', { name: 'Transactions' }).blur();
    await auditor.press('Enter');
    await auditor.heading('Entries').waitFor();
    await auditor.press('v');
    await told(auditor, '✓ The read side agrees with the stored event');

    await auditor.press('g', 't');
    await auditor.heading('Audit trail').waitFor();
    await auditor.page.getByLabel('Action').fill('api_key.revoked');
    await auditor.page.waitForURL(/action=api_key.revoked/);
    await told(auditor, '=HYPERLINK("https://evil.example")');
    const download = auditor.page.waitForEvent('download');
    await auditor.page.getByRole('button', { name: 'Export CSV' }).focus();
    await auditor.press('Enter');
    const file = readFileSync(await (await download).path(), 'utf8');
    expect(file.split('\r\n')).toHaveLength(3);
    expect(file).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
    await auditor.page.locator('h1').click();
    await auditor.press('Enter');
    await auditor.page.getByRole('dialog').getByText('actor', { exact: true }).waitFor();
    expect(await auditor.page.getByRole('link', { name: /^Operations/ }).count()).toBe(0);
  });

  it('an operator sees the services, their followers and the tenants', async () => {
    operator = await scene.operator();
    await told(operator, 'customer-risk');
    await told(operator, 'Pending events');
    expect(await operator.page.getByText('not ready').count()).toBe(0);
    await operator.page.getByRole('radio', { name: 'Tenants' }).focus();
    await operator.press('Space');
    await told(operator, `(${scene.tenant})`);
    await operator.page.getByRole('radio', { name: 'Tenants' }).blur();
    await operator.press('Enter');
    await told(operator, 'requests per second');
    await operator.press('g', 'o');
    await operator.heading('Operations').waitFor();
  });

  it('an operator has a dead letter handled again, which is then listed no more', async () => {
    await scene.deadLetter();
    await operator.page.getByRole('radio', { name: 'Dead letters' }).focus();
    await operator.press('Space');
    const again = operator.page.getByRole('button', { name: /^Handle it again/ });
    await again.focus();
    await operator.press('Enter');
    await operator.giveReason('the cause is repaired');
    await told(operator, 'Every command and every fact was handled.');
  });
}
