import { Dice } from './dice';
import { type Script, word } from './invented-names';
import { around, attributes, countryName, escaped, leaf } from './markup';
import { type Birth, inventParties, type Party, type PartyName } from './parties';

const PROGRAMS = ['TESTLAND', 'SAMPLE-EO1', 'CYBER9', 'IRAN-TEST', 'SPECIMEN & CO', 'NPX'];
const PARTS = { first: 'given-name', middle: 'further-given-name', last: 'family-name' } as const;
const DOCUMENTS = { passport: 'passport', national: 'id-card', tax: 'other', registration: 'other' } as const;
const LANGUAGES: Record<Script, string> = { LATN: 'eng', CYRL: 'rus', ARAB: 'ara', HANS: 'chi' };

/** A programme has sets of sanctions, which have a number and a text in each language. */
const program = (name: string, at: number): string =>
  `<sanctions-program${attributes({ ssid: at + 1, 'version-date': '2026-01-01' })}><program-key lang="ger">${escaped(name)}</program-key><program-name lang="ger">Massnahmen ${escaped(name)}</program-name><program-name lang="eng">${escaped(name)}</program-name>${['ger', 'eng'].map((lang) => `<sanctions-set${attributes({ ssid: at + 100, lang })}>Annex ${at}</sanctions-set>`).join('')}</sanctions-program>`;

/** A list with the layout of SECO's whole list. The places follow after the targets, which refer to them. */
export function secoFile(seed: number, count: number): string {
  const dice = new Dice(seed);
  const places: string[] = [];
  const targets = inventParties(seed, count, ['person', 'company', 'vessel']).map((party) =>
    target(party, dice, places),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<swiss-sanctions-list xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" list-type="whole-list" date="2026-01-01">
${PROGRAMS.map(program).join('\n')}
${targets.join('\n')}
${places.join('\n')}
</swiss-sanctions-list>
`;
}

function partOf(dice: Dice, type: string, value: string, order: number): string {
  const variants = dice.often(25)
    ? dice.times(1, 2, () => {
        const script = dice.one<Script>(['LATN', 'LATN', 'CYRL', 'ARAB']);
        return `<spelling-variant${attributes({ lang: LANGUAGES[script], script })}>${escaped(word(dice, script))}</spelling-variant>`;
      })
    : [];
  return `<name-part${attributes({ order, 'name-part-type': type })}>${leaf('value', value)}${variants.join('')}</name-part>`;
}

function nameOf(dice: Dice, { person, whole, weak, former }: PartyName, at: number): string {
  const parts: [string, string][] = person
    ? (['last', 'first', 'middle'] as const)
        .map((part): [string, string] => [PARTS[part], person[part]])
        .filter(([, text]) => text !== '')
    : [['whole-name', whole]];
  if (person && dice.often(10)) parts.push(['title', 'Dr']);
  const type = at === 0 ? 'primary-name' : former ? 'formerly-known-as' : 'alias';
  const quality = at === 0 ? {} : { quality: weak ? 'low' : 'good' };
  return `<name${attributes({ 'name-type': type, ...quality })}>${parts.map(([part, text], n) => partOf(dice, part, text, n + 1)).join('')}</name>`;
}

/** The list has days, months or years. It has no ranges, and does not say that a date is approximate. */
const birthOf = ({ kind, year, month, day }: Birth): string =>
  year === 1951
    ? '<day-month-year year="1380" calendar="hijri"/>'
    : `<day-month-year${attributes({ ...(kind === 'day' && { day }), ...((kind === 'day' || kind === 'month') && { month }), year, calendar: 'gregorian' })}/>`;

function target(party: Party, dice: Dice, places: string[]): string {
  const placed = party.addresses.map(({ country, city, street }) => {
    const id = 900_000 + places.length;
    places.push(
      `<place ssid="${id}">${leaf('location', city)}<country iso-code="${country}">${escaped(countryName(country))}</country></place>`,
    );
    return `<address place-id="${id}">${leaf('address-details', street)}</address>`;
  });
  const nationality = (code: string) =>
    party.n % 16 === 0
      ? '<nationality><country>Netherlands Antilles</country></nationality>'
      : `<nationality><country iso-code="${code}">${escaped(countryName(code))}</country></nationality>`;
  const document = ({ type, number, country }: Party['documents'][number]) =>
    `<identification-document document-type="${DOCUMENTS[type]}">${leaf('number', number)}${country === '' ? '' : `<issuer code="${country}">${escaped(countryName(country))}</issuer><date-of-issue>2001-02-03</date-of-issue>`}</identification-document>`;
  // a party may have a further identity, which has documents of its own
  const further = party.documents.length > 2 ? party.documents.slice(2) : [];
  const names = party.names.map((name, at) => nameOf(dice, name, at));
  const subject = [
    around('identity', [
      ...names,
      ...party.nationalities.map(nationality),
      ...party.births.map(birthOf),
      ...placed,
      ...party.documents.slice(0, 2).map(document),
    ]).replace('<identity>', '<identity main="true">'),
    around('identity', further.map(document)).replace('<identity>', '<identity main="false">'),
    leaf('justification', party.remark),
    ...party.emails.map((email) => leaf('other-information', `E-mail address: ${email}`)),
    ...party.websites.map((site) => leaf('other-information', `Website: ${site}`)),
    ...(party.imo === '' ? [] : [leaf('other-information', `IMO number: ${party.imo}.`)]),
  ];
  const element = { person: 'individual', company: 'entity', vessel: 'object', aircraft: 'object', wallet: 'object' }[
    party.kind
  ];
  const head = attributes({
    ...(party.kind === 'person' && party.gender !== '' && { sex: party.gender }),
    ...(element === 'object' && { 'object-type': 'vessel' }),
  });
  const sets = party.programs.map((name) => leaf('sanctions-set-id', String(PROGRAMS.indexOf(name) + 100)));
  const delisted =
    party.n % 15 === 0
      ? '<modification modification-type="de-listed" effective-date="2023-01-01" publication-date="2022-12-31"/>'
      : '';
  const listed = '<modification modification-type="listed" effective-date="2015-01-01" publication-date="2014-12-31"/>';
  return `<target ssid="${party.n + 10_000}">${sets.join('')}<${element}${head}>${subject.join('')}</${element}>${delisted}${listed}</target>`;
}
