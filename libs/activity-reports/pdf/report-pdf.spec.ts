import { aReport, aTransaction } from '../testing/reported';
import { runsOf } from './fonts';
import { reportPdf } from './report-pdf';

describe('the PDF of a report', () => {
  it('is a document with the same bytes for the same report', async () => {
    const [one, other] = [await reportPdf(aReport()), await reportPdf(aReport())];
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one.equals(other)).toBe(true);
    expect(one.equals(await reportPdf(aReport({ content: { narrative: 'Something else' } })))).toBe(false);
    const others = { ...aReport(), approval: { by: 'Someone else', proposedBy: 'Ann Lee' } };
    expect(one.equals(await reportPdf(others))).toBe(false);
  });

  it('has fonts for Latin, Greek and Cyrillic', () => {
    const text = 'Łódź Ünsal Αθήνα Москва Ђорђе';
    expect(
      runsOf(text, 'regular')
        .map((run) => run.text)
        .join(''),
    ).toBe(text);
    expect(new Set(runsOf(text, 'bold').map(({ font }) => font)).size).toBeGreaterThan(2);
  });

  it('shows other characters as their code points, so that none disappears or turns the text around', () => {
    const shown = runsOf('中\u202ea\u0007\ud800', 'regular')
      .map(({ text }) => text)
      .join('');
    expect(shown).toBe('[U+4E2D][U+202E]a[U+0007]�'.replace('�', runsOf('\ufffd', 'regular')[0]!.text));
  });

  it('is bounded: 200 transactions with the longest texts are less than 2 MB', async () => {
    const long = aTransaction({ description: 'x '.repeat(1_000), counterparty_name: 'Ж'.repeat(255) });
    const bytes = await reportPdf(
      aReport({ content: { narrative: 'y\n'.repeat(4_000) }, transactions: Array.from({ length: 200 }, () => long) }),
    );
    expect(bytes.length).toBeLessThan(2_000_000);
  }, 30_000);
});
