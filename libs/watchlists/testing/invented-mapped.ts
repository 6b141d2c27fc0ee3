/** A list of an institution's own, and its mapping. All persons are invented. */
export const MAPPED_LIST = [
  'Exported on 01.01.2026',
  'Ref;Kind;First name;Last name;Other names;Born;Countries;Passport;Why;Internal note;Clerk',
  'P-1;Natural person;Ann;Example;Annie Exemplar|Anne Example;17.03.1962|1963;Belarus|Atlantis;AB123;PEP;Head of samples;x1',
  'P-2;Legal person;;"Example; Works";;;Germany;;Adverse;;',
  'P-3;Balloon;;Sample Balloon;;;;;Unheard of;;',
  ';Legal person;;Without a number;;;;;PEP;;',
  'P-1;Natural person;;Again;;;;;PEP;;',
  'P-4;Natural person;;;;;;;PEP;;',
  'P-5;Natural person',
  '',
].join('\n');

export const MAPPING = JSON.stringify({
  separator: ';',
  values_separator: '|',
  lines_before_header: 1,
  date_order: 'day-first',
  schemas: { 'natural person': 'Person', 'legal person': 'Company' },
  topics: { PEP: 'pep', Adverse: 'crime' },
  columns: {
    id: 'Ref',
    schema: 'Kind',
    topics: 'Why',
    names: [['First name', 'Last name']],
    aliases: ['Other names'],
    birth_dates: ['Born'],
    countries: ['Countries'],
    identifiers: { Passport: 'Passport' },
    remarks: { 'Internal note': 'Note' },
  },
});
