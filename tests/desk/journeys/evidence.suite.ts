import { readFileSync } from 'node:fs';
import type { Download } from 'playwright-core';
import { verifyReceipt } from '@probity/ledger-verification/verify-receipt';
import type { DeskScene } from '../desk-scene';
import type { Person } from '../person';

const COPIES = [
  { kind: 'bucket', name: 'checkpoints-of-the-bank', proof: null },
  { kind: 'timestamp', name: 'time.example', proof: 'MAA=' },
  { kind: 'witness', name: 'witness.example', proof: '— witness.example AAAA' },
].map((copy) => ({ ...copy, tree_size: 1_234, copied_at: '2026-11-20T10:00:00.000Z', is_configured: true }));

/**
 * An auditor sees and keeps the evidence that ledgers, postings and the audit trail are unchanged, and what is wrong when
 * they are not.
 *
 * @param inspect is called with the person at each new screen
 */
export function evidenceJourneys(
  of: () => DeskScene,
  inspect: (person: Person) => Promise<void> = async () => {},
): void {
  let scene: DeskScene;
  let auditor: Person;
  let ledger: string;
  beforeAll(async () => {
    scene = of();
    ledger = await scene.makeBooks();
    auditor = await scene.signedIn('auditor');
  }, 120_000);

  const told = (text: string | RegExp) => auditor.page.getByText(text).first().waitFor();
  /** The browser reported what the test caused, and nothing else. */
  const expectOnly = (caused: RegExp): void =>
    expect(auditor.problems.splice(0).filter((problem) => !caused.test(problem))).toEqual([]);
  /** Presses the button of this name with the keyboard, and returns the file that it gives. */
  const saved = async (name: string): Promise<Download> => {
    const download = auditor.page.waitForEvent('download');
    await auditor.page.getByRole('button', { name }).focus();
    await auditor.press('Enter');
    return download;
  };
  const contentOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');
  /** Opens the dialog of a verification. Only when the focus is in it, keys are for it. */
  const ask = async (name: string): Promise<void> => {
    await auditor.press('v');
    await auditor.page.getByRole('dialog').locator('button:focus', { hasText: name }).waitFor();
  };
  /** Chooses a file in this dialog. */
  const choose = async (button: string, name: string, text: string): Promise<void> => {
    const chooser = auditor.page.waitForEvent('filechooser');
    await auditor.page.getByRole('dialog').getByRole('button', { name: button }).focus();
    await auditor.press('Enter');
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  /** Starts the verification of the dialog that is open. */
  const start = async (name: string): Promise<void> => {
    await auditor.page.getByRole('dialog').getByRole('button', { name }).focus();
    await auditor.press('Enter');
    await auditor.page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  let kept: string;

  it('keeps the signed checkpoint of a ledger, and verifies the ledger with it', async () => {
    await auditor.open(`/${scene.tenant}/ledgers/${ledger}`);
    await auditor.heading('Signed checkpoint').waitFor();
    await auditor.page.getByRole('row', { name: 'covers 3 transactions' }).waitFor();
    await auditor.page.getByRole('row', { name: 'not signed yet none' }).waitFor();
    await told('None are configured.');
    await inspect(auditor);
    const download = await saved('Download the checkpoint');
    expect(download.suggestedFilename()).toBe(`checkpoint-ledger-${ledger}-3.txt`);
    kept = await contentOf(download);
    expect(kept.split('\n').slice(0, 2)).toEqual([expect.stringMatching(/^probity\/ledger\//), '3']);

    await ask('Verify the whole ledger');
    await choose('Choose kept checkpoints', 'march.txt', kept.slice(0, -1));
    await told(/^march\.txt is not a signed checkpoint/);
    expect(await auditor.page.getByRole('button', { name: 'Verify the whole ledger' }).last().isDisabled()).toBe(true);
    await choose('Choose kept checkpoints', 'march.txt', kept);
    await told('march.txt: 3 transactions');
    await inspect(auditor);
    await start('Verify the whole ledger');
    await told('✓ agrees with the last checkpoint of the notary (3 transactions)');
    await told('✓ agrees with march.txt (3 transactions)');
    await inspect(auditor);
  }, 120_000);

  it('downloads the whole ledger as a file for verifiers', async () => {
    const download = auditor.page.waitForEvent('download');
    await auditor.page.getByRole('link', { name: 'Download the whole ledger' }).focus();
    await auditor.press('Enter');
    const [header] = (await contentOf(await download)).split('\n');
    expect(JSON.parse(header!)).toMatchObject({ format: 'probity-ledger-bundle', ledger_id: ledger });
  });

  it('says when nothing is signed yet, and looks again', async () => {
    let isSigned = false;
    await auditor.page.route('**/checkpoint', (route) => {
      if (isSigned) return route.continue();
      const body = { status: 'error', code: 'not_signed_yet', message: 'the notary has not signed the ledger yet' };
      return route.fulfill({ status: 503, json: body });
    });
    await auditor.page.reload();
    await told(/^The notary has not signed this ledger yet\./);
    isSigned = true;
    await auditor.page.getByRole('row', { name: 'covers 3 transactions' }).waitFor();
    await auditor.page.unrouteAll();
    expectOnly(/^503 for GET .*\/checkpoint$|responded with a status of 503/);
  });

  it('shows what is not signed yet, and the copies outside of Probity with their proofs', async () => {
    await auditor.page.route('**/checkpoint', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...json, data: { ...json.data, tree_size: 1, copies: COPIES } } });
    });
    await auditor.open(`/${scene.tenant}/ledgers/${ledger}`);
    await auditor.page.getByRole('row', { name: /^not signed yet 2 transactions, the first posted / }).waitFor();
    await told('storage: checkpoints-of-the-bank');
    await told('witness: witness.example');
    await inspect(auditor);
    const token = await saved('Download the proof of time.example');
    expect(token.suggestedFilename()).toBe('timestamp-1234.tst');
    expect(readFileSync(await token.path()).equals(Buffer.from([0x30, 0]))).toBe(true);
    await auditor.page.unrouteAll();
  });

  it('has the browser verify the receipt of a posting, and keeps the receipt', async () => {
    await auditor.open(`/${scene.tenant}/ledgers/${ledger}?view=transactions`);
    await auditor.page.getByRole('link', { name: 'deposit-2' }).press('Enter');
    await auditor.heading('Receipt').waitFor();
    await told(/^✓ Your browser has verified the receipt: .* The signature covers 3 transactions\.$/);
    await inspect(auditor);
    const download = await saved('Download the receipt');
    expect(download.suggestedFilename()).toBe('receipt-deposit-2.json');
    const receipt = JSON.parse(await contentOf(download));
    expect(await verifyReceipt(receipt, receipt.keys[0])).toMatchObject({ treeSize: 3 });
  });

  it('says when a receipt is not signed yet, and looks again', async () => {
    let reads = 0;
    await auditor.page.route('**/receipt', (route) => {
      if (reads++ > 0) return route.continue();
      const body = { status: 'error', code: 'not_signed_yet', message: 'the notary has not signed it yet' };
      return route.fulfill({ status: 503, json: body });
    });
    await auditor.page.reload();
    await told('The notary has not signed this posting yet.');
    await told(/^✓ Your browser has verified the receipt/);
    await auditor.page.unrouteAll();
    expectOnly(/^503 for GET .*\/receipt$|responded with a status of 503/);
  });

  it('says when a receipt does not prove the posting', async () => {
    await auditor.page.route('**/receipt', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace('"debit":"9007199254740993"', '"debit":"9007199254740994"');
      await route.fulfill({ response, body: text });
    });
    await auditor.page.reload();
    await told('The receipt is not of the posting as this page shows it.');
    await inspect(auditor);
    await auditor.page.unrouteAll();
  });

  it('keeps the signed checkpoint of all events, and verifies the audit trail with it', async () => {
    await auditor.press('g', 't');
    await auditor.page.getByRole('radio', { name: 'Evidence' }).focus();
    await auditor.press('Space');
    await auditor.page.waitForURL(/view=evidence/);
    await auditor.page.getByRole('row', { name: /^covers [\d,]+ events$/ }).waitFor();
    const download = await saved('Download the checkpoint');
    expect(download.suggestedFilename()).toMatch(new RegExp(`^checkpoint-${scene.tenant}-\\d+\\.txt$`));
    const ofTenant = await contentOf(download);
    await ask('Verify the audit trail');
    await choose('Choose a kept checkpoint', 'ledger.txt', kept);
    await told(/^ledger\.txt is a checkpoint of another log/);
    await choose('Choose a kept checkpoint', 'all.txt', ofTenant);
    await told(/^all\.txt: [\d,]+ events$/);
    await inspect(auditor);
    await start('Verify the audit trail');
    await told('The log continues the checkpoint that was given.');
    await auditor.heading('Not proven').waitFor();
    await inspect(auditor);
  }, 120_000);

  it('shows the first problem of a ledger that was changed in the database, and of the audit trail', async () => {
    await scene.tamper(ledger, 2);
    await auditor.open(`/${scene.tenant}/ledgers/${ledger}`);
    await auditor.heading('Signed checkpoint').waitFor();
    await ask('Verify the whole ledger');
    await start('Verify the whole ledger');
    const problem = auditor.page.locator('main').getByRole('alert').filter({ hasText: 'The ledger does not verify' });
    await problem.getByText('What Probity shows of the ledger is not what was recorded.').waitFor();
    await problem.getByRole('link', { name: 'deposit-2' }).waitFor();
    await inspect(auditor);
    await auditor.page.getByRole('radio', { name: 'Verifications' }).focus();
    await auditor.press('Space');
    await told(/^position 2: /);
    await inspect(auditor);

    await auditor.open(`/${scene.tenant}/audit?view=evidence`);
    await auditor.heading('Verification').waitFor();
    await ask('Verify the audit trail');
    await start('Verify the audit trail');
    const found = auditor.page
      .locator('main')
      .getByRole('alert')
      .filter({ hasText: 'The audit trail does not verify' });
    await found.getByText('A ledger of the tenant does not verify.').waitFor();
    await found.getByRole('link', { name: `the ledger ${ledger}` }).waitFor();
    await inspect(auditor);
  }, 120_000);
}
