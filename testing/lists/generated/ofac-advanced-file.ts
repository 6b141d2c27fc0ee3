import { ref, referenceValueSets } from './ofac-advanced-words';
import { around, attributes, escaped, leaf } from './markup';
import { documentType, ofacCountry, placeWords } from './ofac-words';
import { type Birth, COUNTRIES, inventParties, type Kind, type Party, type PartyName } from './parties';

const SUB_TYPES: Partial<Record<Kind, number>> = { vessel: 1, aircraft: 2, company: 3, person: 4 };
const SCRIPTS = { LATN: 'Latin', CYRL: 'Cyrillic', ARAB: 'Arabic', HANS: 'Chinese Simplified' };

/**
 * A list with the layout of OFAC's `sdn_advanced.xml`: the words, places and documents come first, then the parties, which
 * refer to them by number, then the programmes, which refer to the parties.
 */
export function ofacAdvancedFile(seed: number, count: number): string {
  const parties = inventParties(seed, count, ['person', 'company', 'vessel', 'aircraft']);
  const sections: Record<string, string[]> = {
    Locations: [],
    IDRegDocuments: [],
    DistinctParties: [],
    SanctionsEntries: [],
  };
  for (const party of parties) {
    const writer = new PartyWriter(party);
    sections.DistinctParties!.push(writer.party());
    sections.Locations!.push(...writer.locations);
    sections.IDRegDocuments!.push(...documentsOf(party));
    sections.SanctionsEntries!.push(sanctionsOf(party));
  }
  const body = Object.entries(sections).map(([name, all]) => `<${name}>\n${all.join('\n')}\n</${name}>\n`);
  body.splice(3, 0, '<ProfileRelationships></ProfileRelationships>\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML" Version="3">
<DateOfIssue CalendarTypeID="100"><Year>2026</Year><Month>1</Month><Day>1</Day></DateOfIssue>
${referenceValueSets()}
${body.join('')}<SanctionsEntryLinks/>
</Sanctions>
`;
}

const day = (name: string, [year, month, date]: [number, number, number]): string =>
  around(name, [leaf('Year', String(year)), leaf('Month', String(month)), leaf('Day', String(date))]);

/** The file prints a year as its first and its last day, and a month likewise. */
function period({ kind, year, month, day: date, toYear }: Birth): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const [from, to]: [number, number, number][] =
    kind === 'day'
      ? [
          [year, month, date],
          [year, month, date],
        ]
      : kind === 'month'
        ? [
            [year, month, 1],
            [year, month, last],
          ]
        : [
            [year, 1, 1],
            [kind === 'range' ? toYear : year, 12, 31],
          ];
  const approximate = attributes({
    Approximate: String(kind === 'circa'),
    YearFixed: 'false',
    MonthFixed: 'false',
    DayFixed: 'false',
  });
  return `<DatePeriod${attributes({ CalendarTypeID: 100, YearFixed: 'false', MonthFixed: 'false', DayFixed: 'false' })}><Start${approximate}>${day('From', from!)}${day('To', from!)}</Start><End${approximate}>${day('From', to!)}${day('To', to!)}</End></DatePeriod>`;
}

const identityOf = ({ n }: Party): number => n + 500_000;

function documentsOf(party: Party): string[] {
  const documents: { type: string; number: string; country: string }[] = party.documents.map((document) => ({
    ...document,
    type: documentType(document, party.n),
  }));
  if (party.imo !== '')
    documents.push({ type: 'Vessel Registration Identification', number: `IMO ${party.imo}`, country: '' });
  return documents.map(({ type, number, country }, at) => {
    const issued = country === '' ? {} : { 'IssuedBy-CountryID': ref('Country', ofacCountry(country)) };
    const head = attributes({
      ID: party.n * 100 + at,
      IDRegDocTypeID: ref('IDRegDocType', type),
      IdentityID: identityOf(party),
      ...issued,
      ValidityID: 1,
    });
    const date =
      country === ''
        ? ''
        : `<DocumentDate IDRegDocDateTypeID="100">${period({ kind: 'day', year: 2001, month: 2, day: 3, toYear: 0 })}</DocumentDate>`;
    return `<IDRegDocument${head}>${leaf('IDRegistrationNo', number)}<IssuingAuthority/>${date}</IDRegDocument>`;
  });
}

function sanctionsOf({ n, programs }: Party): string {
  const measures = programs.map(
    (program, at) =>
      `<SanctionsMeasure${attributes({ ID: n * 10 + at, SanctionsTypeID: ref('SanctionsType', 'Program') })}>${leaf('Comment', program)}</SanctionsMeasure>`,
  );
  const block = `<SanctionsMeasure${attributes({ ID: n * 10 + 9, SanctionsTypeID: ref('SanctionsType', 'Block') })}><Comment/></SanctionsMeasure>`;
  const event = `<EntryEvent ID="${n}" EntryEventTypeID="1" LegalBasisID="1"><Comment/>${day('Date', [2020, 1, 1])}</EntryEvent>`;
  return `<SanctionsEntry${attributes({ ID: n, ProfileID: n, ListID: ref('List', 'SDN List') })}>${event}${measures.join('')}${block}</SanctionsEntry>`;
}

/** Writes a party, and collects the places to which it refers. */
class PartyWriter {
  readonly locations: string[] = [];
  private features = 0;

  constructor(private readonly of: Party) {}

  party(): string {
    const { n, kind, remark } = this.of;
    const profile = [this.identity(), ...this.allFeatures()].join('');
    return `<DistinctParty FixedRef="${n}"><Comment>${escaped(remark)}</Comment><Profile${attributes({ ID: n, PartySubTypeID: SUB_TYPES[kind]! })}>${profile}</Profile></DistinctParty>`;
  }

  /** A primary name in another script is a further spelling of the first name; every alias stands for itself. */
  private identity(): string {
    const { n, names } = this.of;
    const [first, ...others] = names;
    const originals = others.filter(({ script, weak }) => script !== 'LATN' && !weak).slice(0, 1);
    const aliases = others.filter((name) => !originals.includes(name));
    const groups: string[] = [];
    const head = attributes({ ID: identityOf(this.of), FixedRef: n, Primary: 'true', False: 'false' });
    const all = [
      this.alias('Name', [first!, ...originals], true, groups),
      ...aliases.map((name) => this.alias(name.former ? 'F.K.A.' : 'A.K.A.', [name], false, groups)),
    ];
    return `<Identity${head}>${all.join('')}${around('NamePartGroups', groups)}</Identity>`;
  }

  private alias(type: string, spellings: PartyName[], primary: boolean, groups: string[]): string {
    const { n } = this.of;
    const head = attributes({
      FixedRef: n,
      AliasTypeID: ref('AliasType', type),
      Primary: String(primary),
      LowQuality: String(spellings[0]!.weak),
    });
    const names = spellings.map((spelling, at) => {
      const parts = this.parts(spelling).map(([partType, text]) => {
        const group = groups.length + 1;
        groups.push(
          `<MasterNamePartGroup><NamePartGroup${attributes({ ID: n * 100 + group, NamePartTypeID: ref('NamePartType', partType) })}/></MasterNamePartGroup>`,
        );
        const value = attributes({
          NamePartGroupID: n * 100 + group,
          ScriptID: ref('Script', SCRIPTS[spelling.script]),
          ScriptStatusID: 1,
          Acronym: 'false',
        });
        return `<DocumentedNamePart><NamePartValue${value}>${escaped(text)}</NamePartValue></DocumentedNamePart>`;
      });
      return `<DocumentedName${attributes({ ID: n * 100 + groups.length, FixedRef: n, DocNameStatusID: at === 0 ? 100 : 101 })}>${parts.join('')}</DocumentedName>`;
    });
    return `<Alias${head}>${names.join('')}</Alias>`;
  }

  private parts({ person, whole }: PartyName): [string, string][] {
    const kinds = { company: 'Entity Name', vessel: 'Vessel Name', aircraft: 'Aircraft Name', person: '', wallet: '' };
    if (person === undefined) return [[kinds[this.of.kind], whole]];
    const all: [string, string][] = [
      ['Last Name', person.last],
      ['First Name', person.first],
      ['Middle Name', person.middle],
    ];
    return all.filter(([, text]) => text !== '');
  }

  private feature(type: string, content: string): string {
    this.features += 1;
    const id = this.of.n * 1000 + this.features;
    return `<Feature${attributes({ ID: id, FeatureTypeID: ref('FeatureType', type) })}><FeatureVersion ID="${id}" ReliabilityID="1"><Comment/>${content}</FeatureVersion><IdentityReference${attributes({ IdentityID: identityOf(this.of), IdentityFeatureLinkTypeID: 1 })}/></Feature>`;
  }

  private text(type: string, text: string): string {
    return this.feature(
      type,
      `<VersionDetail DetailTypeID="${ref('DetailType', 'TEXT')}">${escaped(text)}</VersionDetail>`,
    );
  }

  private location(countries: string[], parts: [string, string][], area = ''): string {
    const id = this.of.n * 100 + this.locations.length + 1;
    const inside = [
      ...(area === '' ? [] : [`<LocationAreaCode AreaCodeID="${ref('AreaCode', area)}"/>`]),
      ...countries.map(
        (code) =>
          `<LocationCountry${attributes({ CountryID: ref('Country', parts.length > 0 ? placeWords(code, this.of.n) : ofacCountry(code)), CountryRelevanceID: 1 })}/>`,
      ),
      ...parts.map(
        ([type, text]) =>
          `<LocationPart LocPartTypeID="${ref('LocPartType', type)}"><LocationPartValue Primary="true" LocPartValueTypeID="1" LocPartValueStatusID="1"><Comment/>${leaf('Value', text)}</LocationPartValue></LocationPart>`,
      ),
    ];
    this.locations.push(`<Location ID="${id}">${inside.join('')}</Location>`);
    return `<VersionLocation LocationID="${id}"/>`;
  }

  private allFeatures(): string[] {
    const { births, nationalities, addresses, gender, kind, emails, websites, wallets, callSign, mmsi, n } = this.of;
    const nationality = kind === 'vessel' ? ['Vessel Flag'] : ['Nationality Country', 'Citizenship Country'];
    return [
      ...births.map((birth) => this.feature('Birthdate', period(birth))),
      ...(births.length > 0
        ? [this.feature('Place of Birth', this.location([], [['CITY', 'Sampletown, Belize']]))]
        : []),
      ...nationalities.map((code, at) =>
        this.feature(nationality[at % nationality.length]!, this.location([code], [])),
      ),
      ...addresses.map(({ country, city, street }, at) =>
        // an address may lie in two countries, and in an area that has a code of its own
        this.feature(
          'Location',
          this.location(at === 0 && n % 9 === 0 ? [country, COUNTRIES[n % COUNTRIES.length]!] : [country], [
            ['ADDRESS1', street],
            ['CITY', city],
          ]),
        ),
      ),
      ...(n % 20 === 0 ? [this.feature('Location', this.location([], [['CITY', 'Testtown']], 'Region: Gaza'))] : []),
      ...(gender === ''
        ? []
        : [
            this.feature(
              'Gender',
              `<VersionDetail${attributes({ DetailTypeID: ref('DetailType', 'LOOKUP'), DetailReferenceID: ref('DetailReference', gender === 'female' ? 'Female' : 'Male') })}/>`,
            ),
          ]),
      ...emails.map((email) => this.text('Email Address', email)),
      ...websites.map((site) => this.text('Website', site)),
      ...wallets.map(({ currency, address }) => this.text(`Digital Currency Address - ${currency}`, address)),
      ...(callSign === '' ? [] : [this.text('Vessel Call Sign', callSign)]),
      ...(mmsi === '' ? [] : [this.text('MMSI', mmsi)]),
      ...(n % 5 === 0 ? [this.text('Title', `Deputy of Unit ${n}`)] : []),
    ];
  }
}
