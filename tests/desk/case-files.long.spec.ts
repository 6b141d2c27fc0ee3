import { readFileSync } from 'node:fs';
import { DeskScene } from './desk-scene';
import type { Person } from './person';

const PDF = Buffer.from('%PDF-1.7 a receipt of Ivan Quillfeather Petrov');
/** A name that a page must show as text. */
const HOSTILE = `<img src=x onerror="document.title='ran'">`;

describe('the files of a case at the desk', () => {
  let scene: DeskScene;
  let officer: Person;
  beforeAll(async () => {
    scene = await DeskScene.start();
    await scene.matches(1, 'crime');
    officer = await scene.signedIn('officer', 'dark');
    await officer.openFirst('Alerts');
    await officer.heading('About the alert').waitFor();
    await officer.press('c');
    await officer.giveReason('the same name');
    await officer.heading('Files').waitFor();
  }, 300_000);
  afterAll(async () => {
    expect(scene?.problems).toEqual([]);
    await scene?.stop();
  });

  const row = (name: string) => officer.page.getByRole('row').filter({ hasText: name });

  it('are attached with a key, downloaded as they were, and removed with a reason', async () => {
    await officer.page.getByText('None. Drop files here, or press f.').waitFor();
    const chooser = officer.page.waitForEvent('filechooser');
    await officer.press('f');
    await (await chooser).setFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: PDF });
    await row('receipt.pdf').getByText('not scanned').waitFor();
    expect(await officer.violations()).toEqual([]);

    const saved = officer.page.waitForEvent('download');
    await officer.page.getByRole('button', { name: 'Download receipt.pdf' }).press('Enter');
    const download = await saved;
    expect(download.suggestedFilename()).toBe('receipt.pdf');
    expect(readFileSync(await download.path()).equals(PDF)).toBe(true);

    await officer.page.getByRole('button', { name: 'Remove receipt.pdf' }).press('Enter');
    await officer.giveReason('it is about another customer');
    await row('receipt.pdf').getByText('it is about another customer').waitFor();
    await officer.page.getByRole('button', { name: 'Download receipt.pdf' }).waitFor({ state: 'detached' });
  });

  it('are attached by dropping them, and hostile names and contents stay text', async () => {
    const data = await officer.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['<script>document.title = "ran"<\\/script>'], ${JSON.stringify(HOSTILE)} + '.txt'));
      transfer.items.add(new File(['MZ\\0'], 'program.exe'));
      return transfer;
    })()`);
    await officer.page.dispatchEvent('text="Attach files"', 'drop', { dataTransfer: data });
    await row(HOSTILE).getByText('39 bytes').waitFor();
    await officer.page.getByText(/the content of the file is none of these/).waitFor();
    expect(await officer.page.title()).not.toBe('ran');
    expect(await officer.violations()).toEqual([]);
  });
});
