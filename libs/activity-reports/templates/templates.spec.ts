import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { TEMPLATE_MEDIA_TYPES, type TemplateMediaType } from '@probity/contracts/report-templates/words';
import { aReport, aTransaction } from '../testing/reported';
import { tryTemplate, writeReport } from './report-by-template';
import { EXAMPLE_REPORT } from './example-report';

const text = (template: string) => writeReport(template, 'text/plain', aReport());
const problems = (template: string, type: TemplateMediaType = 'text/plain') => tryTemplate(template, type).problems;
const saying = (name: string) => aReport({ subject: { name }, transactions: [aTransaction({ description: name })] });
const write = (template: string, type: TemplateMediaType, name: string) => writeReport(template, type, saying(name));

describe('a template', () => {
  it('writes fields, lists and conditions of a report', () => {
    const template = `{{kind}} about {{subject.name}}{{! a note }}
{{#transactions}}{{amount}} {{currency}}{{#counterparty_account}} to {{.}}{{/counterparty_account}}
{{/transactions}}{{^alerts}}No alerts.{{/alerts}}`.replace('{{.}}', '{{counterparty_account}}');
    expect(text(template)).toEqual({ document: 'STR about Amira Haddad\n9500.10 EUR\nNo alerts.' });
  });

  it('sees an outer field inside of a list, and the inner one first', () => {
    expect(text('{{#transactions}}{{kind}} {{entity.currency}} {{currency}}{{/transactions}}')).toEqual({
      document: 'STR EUR EUR',
    });
  });

  it.each([
    ['a\nb {{#subject}}', ['line 2: Unclosed section "subject"']],
    ['{{/subject}}', ['line 1: Unopened section "subject"']],
    ['\n\n{{kind', ['line 3: Unclosed tag']],
    ['{{nme}}\n{{subject.nme}}', [/^line 1: "nme" is no field/, /^line 2: "subject.nme" is no field/]],
    ['{{#transactions}}{{amout}}{{/transactions}}', [/^line 1: "amout" is no field/]],
    ['{{subject}}', [/^line 1: "subject" is no text/]],
    ['{{{kind}}}', [/without escaping/]],
    ['{{&kind}}', [/without escaping/]],
    ['{{> other}}', [/is a partial/]],
    ['{{=<% %>=}}<% kind %>', [/changes the delimiters/]],
    ['{{.}}', [/no field/]],
    ['a\u0001b', [/control character/]],
    [' ', ['the document is empty']],
  ])('is rejected with the line: %j', (template, expected) => {
    const found = problems(template);
    expect(found).toHaveLength(expected.length);
    expected.forEach((one, index) => expect(found![index]).toMatch(one));
  });

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'subject.constructor',
    'kind.length',
    'transactions.length',
    'subject.__proto__.x',
  ])('does not reach %s', (name) => {
    expect(problems(`{{${name}}}`)).toEqual([expect.stringContaining('is no field')]);
    expect(problems(`{{#${name}}}x{{/${name}}}`)).toEqual([expect.stringContaining('is no field')]);
  });

  it('is not nested deeply, and has no list inside of itself', () => {
    const nested = '{{#kind}}'.repeat(3_000) + '{{/kind}}'.repeat(3_000);
    expect(problems(nested)).toEqual([expect.stringContaining('nested too deeply')]);
    const twice = '{{#transactions}}{{#transactions}}x{{/transactions}}{{/transactions}}';
    expect(problems(twice)).toEqual([expect.stringContaining('list inside of itself')]);
  });

  it('has few blanks in a row, because the parser needs long for many', () => {
    expect(problems(`a\n{{kind${' '.repeat(60_000)}`)).toEqual(['line 2: more than 1000 blanks follow each other']);
    expect(problems(`{{kind${' '.repeat(900)}}}`)).toBeUndefined();
  });

  it('stops at its bounds of steps and size, also with empty loops', () => {
    const many = Array.from({ length: 200 }, () => aTransaction());
    const report = aReport({ transactions: many, content: { indicators: Array.from({ length: 30 }, String) } });
    const loop = (inner: string) => `{{#transactions}}{{#indicators}}${inner}{{/indicators}}{{/transactions}}`;
    const of = (inner: string) => writeReport(loop(inner), 'text/plain', report).problems;
    expect(of('{{kind}}'.repeat(100))).toEqual([expect.stringContaining('steps')]);
    expect(of('{{^kind}}{{/kind}}'.repeat(100))).toEqual([expect.stringContaining('steps')]);
    expect(of('x'.repeat(10_000))).toEqual([expect.stringContaining('characters')]);
    expect(
      writeReport('{{#transactions}}{{amount}}\n{{/transactions}}', 'text/plain', report).problems,
    ).toBeUndefined();
  });

  it('of any text is written or rejected, and never fails', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{{#transactions}}',
      '{{/transactions}}',
      '{{kind}}',
      '{{^',
      '{{!',
      '"',
      '<a>',
      '{',
      ',',
      '\n',
    );
    const any = fc.array(fc.oneof(piece, fc.string({ maxLength: 4 }))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(any, fc.constantFrom(...TEMPLATE_MEDIA_TYPES), (template, type) => {
        const { document, problems } = tryTemplate(template, type);
        expect((document === undefined) !== (problems === undefined)).toBe(true);
      }),
    );
  });
});

describe('what a report says', () => {
  const ANY = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(']]>', '</a><b>', '&lt;', '"', "'", '\u0000\u0001\u0002', '\ud800'),
  );

  it('is no control or bidirectional character in text, and no line of its own', () => {
    expect(write('[{{subject.name}}]', 'text/plain', 'a\u202eb\u0007\u200f\nApproved by: me').document).toBe(
      '[ab Approved by: me]',
    );
  });

  it('stays text in XML', () => {
    const template = '<r a="{{subject.name}}">{{subject.name}}</r>';
    fc.assert(
      fc.property(ANY, (name) => {
        const elements: string[] = [];
        const parser = new SaxesParser();
        parser.on('opentag', (tag) => elements.push(tag.name));
        parser.on('error', (error) => {
          throw error;
        });
        parser.write(write(template, 'application/xml', name).document!).close();
        expect(elements).toEqual(['r']);
      }),
    );
  });

  it('stays text in JSON', () => {
    const template =
      '{"name": "{{subject.name}}", "list": [{{#transactions}}{{amount}}{{^last}},{{/last}}{{/transactions}}]}';
    fc.assert(
      fc.property(ANY, (name) => {
        const written = JSON.parse(write(template, 'application/json', name).document!) as object;
        expect(Object.keys(written)).toEqual(['name', 'list']);
      }),
    );
  });

  it('stays one cell in CSV, and no formula', () => {
    expect(write('{{subject.name}};{{kind}}\r\n', 'text/csv', '=cmd|"/c calc";x').document).toBe(
      `"'=cmd|""/c calc"";x";"STR"\r\n`,
    );
    for (const begins of ['=', '+', '-', '@', '\t=', '\uff1d', '\u202e=', '\u0000='])
      expect(write('{{subject.name}}', 'text/csv', `${begins}1+1`).document).toMatch(/^"'/);
  });

  it.each<[TemplateMediaType, string, RegExp]>([
    ['application/xml', '<a>{{kind}}', /line 1 of the document: it is no well-formed XML/],
    ['application/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>{{kind}}</a>', /document type/],
    ['application/json', '{"a": {{narrative}}}', /must be between quotes/],
    ['application/json', '[{{#transactions}}{{amount}},{{/transactions}}]', /no JSON/],
    ['text/csv', '"{{kind}}"', /in it/],
    ['text/csv', 'a{{kind}}', /whole cell/],
    ['text/csv', '={{kind}}', /whole cell/],
    ['text/csv', '{{kind}}{{kind}}', /whole cell/],
    ['text/csv', '{{#transactions}}{{amount}}{{/transactions}}', /whole cell/],
    ['text/csv', 'x\n"a', /line 2 of the document/],
  ])('is rejected as %s in %j', (type, template, message) => {
    expect(problems(template, type)).toEqual([expect.stringMatching(message)]);
  });

  it('is rejected when only this report makes the document malformed', () => {
    const template = '<!-- {{subject.name}} --><a/>';
    expect(problems(template, 'application/xml')).toBeUndefined();
    expect(write(template, 'application/xml', 'a -- b').problems).toEqual([expect.stringContaining('well-formed')]);
  });

  it('has every field in the example, so that a template can name each of them', () => {
    const { facts, content } = EXAMPLE_REPORT;
    const { entity, subject, transactions } = facts;
    for (const value of [entity, subject, ...transactions].flatMap((one) => Object.values(one)))
      expect(value).toBeTruthy();
    expect(content.indicators.length).toBeGreaterThan(1);
    for (const type of TEMPLATE_MEDIA_TYPES.slice(0, 2)) expect(problems('{{kind}}', type)).toBeUndefined();
  });
});
