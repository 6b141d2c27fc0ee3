import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { aReport, aTransaction } from '../testing/reported';
import { goamlDocument } from './goaml-document';
import { goamlProblems } from './goaml-problems';
import { validateGoaml } from './validate';
import { holdable } from './xml';

/** The texts of the elements with this name, as a parser returns them. */
function textsOf(xml: string, name: string): string[] {
  const found: string[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => open.push({ name, text: '' }));
  parser.on('text', (text) => open.length > 0 && (open.at(-1)!.text += text));
  parser.on('closetag', () => {
    const closed = open.pop()!;
    if (closed.name === name) found.push(closed.text);
  });
  parser.write(xml).close();
  return found;
}

/** Any text: also control characters, lone surrogates, markup and characters that change the direction of writing. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.array(fc.nat(0xffff), { minLength: 1, maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(']]><x>', '<!DOCTYPE x [<!ENTITY a "b">]>&a;', '&amp;&#0;', '\u202eevil\u202c', 'a\r\nb\tc', '-->'),
);

describe('a goAML document', () => {
  it('is valid for a person with a cash deposit, and has its amount as it was sent', async () => {
    const report = aReport();
    expect(await goamlProblems(report)).toEqual([]);
    const xml = goamlDocument(report);
    expect(textsOf(xml, 'amount_local')).toEqual(['9500.10']);
    expect(textsOf(xml, 'report_code')).toEqual(['STR']);
    expect(textsOf(xml, 'birthdate')).toEqual(['1984-07-12T00:00:00']);
    expect(xml).toMatch(/<t_from><from_funds_code>C.*<from_person>.*<t_to_my_client>.*<account>ACC-1001/s);
  });

  it('is valid for a company, foreign money and unknown counterparties', async () => {
    const foreign = { currency: 'USD', amount: '100000000000000000.12345678', rate: '0.92' };
    const report = aReport({
      subject: { customer_type: 'corporate', name: 'Harbour Trading Ltd', registration_no: 'HRB 1' },
      transactions: [
        aTransaction({ ...foreign, amount_local: '92000000000000000.11', direction: 'outbound', method: 'wire' }),
        aTransaction({ counterparty_name: null, counterparty_country: null, method: 'crypto', direction: 'outbound' }),
        aTransaction({ counterparty_account: 'DE123', counterparty_type: null }),
      ],
    });
    expect(await goamlProblems(report)).toEqual([]);
    const xml = goamlDocument(report);
    expect(textsOf(xml, 'foreign_amount')).toEqual(['100000000000000000.12345678', '100000000000000000.12345678']);
    expect(textsOf(xml, 'to_country')).toContain('ZZ');
  });

  it('names who approved and who proposed the report, after the measures', async () => {
    const report = aReport();
    expect(textsOf(goamlDocument(report), 'action')).toEqual([
      'The account is blocked.\nProposed by Ann Lee, approved by Bea Reyes.',
    ]);
    const alone = { ...aReport({ content: { measures: '' } }), approval: { by: 'Bea Reyes', proposedBy: null } };
    expect(textsOf(goamlDocument(alone), 'action')).toEqual(['Approved by Bea Reyes.']);
    expect(await goamlProblems(alone)).toEqual([]);
    expect(textsOf(goamlDocument({ ...alone, approval: undefined }), 'action')).toEqual([]);
  });

  it('is validated with few others at the same time; when too many wait, it is rejected', async () => {
    const xml = goamlDocument(aReport());
    const ofTenants = (count: number, tenant: (n: number) => string) =>
      Promise.allSettled(Array.from({ length: count }, (_, n) => validateGoaml(xml, tenant(n))));
    const ofOne = await ofTenants(7, () => 'one');
    expect(ofOne.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const results = await ofTenants(24, (n) => `tenant ${n}`);
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected.map(({ reason }) => (reason as { kind: string }).kind)).toEqual(['overloaded', 'overloaded']);
    expect(results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)).toEqual(
      Array.from({ length: 22 }, () => []),
    );
    expect(await validateGoaml(xml, 'one')).toEqual([]);
  }, 60_000);

  it('of an activity has the subject as its party', async () => {
    const report = aReport({ content: { kind: 'SAR' }, transactions: [] });
    expect(await goamlProblems(report)).toEqual([]);
    expect(goamlDocument(report)).toContain('<activity><report_parties><report_party><person>');
  });

  it('says in words what it lacks', async () => {
    const report = aReport({
      entity: { entity_id: null },
      content: { indicators: [] },
      transactions: [aTransaction({ currency: 'USD', amount_local: null })],
    });
    expect(await goamlProblems(report)).toEqual([
      'Set reporting.entity_id in the settings: the id that the authority gave the institution.',
      'Add at least one indicator: a code of the authority.',
      'Transaction TX-1 is in USD: set monitoring.rates.USD in the settings, with EUR as monitoring.reference_currency.',
    ]);
    expect(await goamlProblems(aReport({ transactions: [] }))).toEqual([
      'Choose at least one transaction, or report the activity as a SAR.',
    ]);
  });

  it('names the element that is not valid', async () => {
    const long = aReport({ content: { indicators: ['X'.repeat(51)] } });
    expect((await goamlProblems(long))[0]).toMatch(/^The goAML element indicator is not valid: .*length of '51'/);
  });

  it('is valid for every text, and gives the same text back or U+FFFD for what XML cannot hold', async () => {
    const documents: string[] = [];
    fc.assert(
      fc.property(anyText, anyText, anyText, (name, narrative, description) => {
        const xml = goamlDocument(
          aReport({
            content: { narrative: `n${narrative}` },
            subject: { name },
            transactions: [aTransaction({ description: `d${description}`, counterparty_name: name })],
          }),
        );
        expect(textsOf(xml, 'reason')).toEqual([holdable(`n${narrative}`)]);
        expect(textsOf(xml, 'transaction_description')).toEqual([holdable(`d${description}`)]);
        documents.push(xml);
      }),
      { numRuns: 300 },
    );
    // A validation takes a thread of its own, so some of the documents stand for all.
    for (const xml of documents.slice(-25)) expect(await validateGoaml(xml, 'one')).toEqual([]);
  }, 30_000);

  it('keeps every character that XML can hold', () => {
    expect(holdable('\u202eé中\u{1f600}\t\n')).toBe('\u202eé中\u{1f600}\t\n');
    expect(holdable('a\u0000\u0001\u000b\ud800\uffffb')).toBe('a\ufffd\ufffd\ufffd\ufffd\ufffdb');
  });

  it('with a type declaration is invalid, and no parser reads it', async () => {
    const entities = '<!DOCTYPE report [<!ENTITY a SYSTEM "file:///etc/passwd">]><report>&a;</report>';
    expect(await validateGoaml(entities, 'one')).toEqual([expect.stringContaining('document type declaration')]);
  });
});
