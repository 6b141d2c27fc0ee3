import { readFileSync } from 'node:fs';
import { addCountry, addDate, addName, circaOf, dateFrom, type ExactRecord, exactRecord } from './second-exact';
import { addNumber, NO_DOCUMENT, OFAC_SCHEMAS } from './second-ofac-xml';
import type { Reading } from './second-reading';
import { at, grouped, type Node, textAt, textsAt, xmlTree } from './second-xml';

const ORDER = ['First Name', 'Middle Name', 'Patronymic', 'Matronymic', 'Maiden Name', 'Last Name'];
const COUNTRIES =
  /^(?:Nationality Country|Citizenship Country|Nationality of Registration|(?:Other )?Vessel Flag|Location)$/;
const IDENTIFIERS =
  /^(?:Website|Email Address|MMSI|(?:Other )?Vessel Call Sign|Digital Currency Address - .*|.*Registration Number|Tax ID No\.|SWIFT\/BIC|.*Tail Number|.*Serial Number.*|D-U-N-S Number|ISIN)$/;

/** Reads `sdn_advanced.xml`. */
export function secondOfacAdvanced(path: string): Reading {
  const file = new AdvancedFile(xmlTree(readFileSync(path, 'utf8')));
  return { records: new Map(file.parties()) };
}

class AdvancedFile {
  private readonly words = new Map<string, string>();
  private readonly subTypes = new Map<string, string>();

  constructor(private readonly root: Node) {
    for (const { kids } of at(root, 'ReferenceValueSets').flatMap((sets) => sets.kids)) {
      for (const { name, attributes, text } of kids) {
        this.words.set(`${name} ${attributes.ID}`, text.trim());
        if (name === 'PartySubType') this.subTypes.set(attributes.ID!, attributes.PartyTypeID!);
      }
    }
  }

  *parties(): Generator<[string, ExactRecord]> {
    const places = new Map(
      at(this.root, 'Locations/Location').map((place) => [place.attributes.ID!, this.countriesOf(place)]),
    );
    const documents = grouped(
      at(this.root, 'IDRegDocuments/IDRegDocument'),
      ({ attributes }) => attributes.IdentityID ?? '',
    );
    const sanctions = grouped(
      at(this.root, 'SanctionsEntries/SanctionsEntry'),
      ({ attributes }) => attributes.ProfileID ?? '',
    );
    for (const party of at(this.root, 'DistinctParties/DistinctParty')) {
      const record = exactRecord();
      record.gender = '';
      for (const profile of at(party, 'Profile')) {
        record.schema = this.schemaOf(profile.attributes.PartySubTypeID!);
        for (const identity of at(profile, 'Identity')) {
          this.names(record, identity);
          for (const document of documents.get(identity.attributes.ID!) ?? []) {
            const number = textAt(document, 'IDRegistrationNo');
            record.notes.add(number);
            if (NO_DOCUMENT.test(this.word('IDRegDocType', document.attributes.IDRegDocTypeID))) continue;
            addNumber(record, number);
            addCountry(record, this.word('Country', document.attributes['IssuedBy-CountryID']));
          }
        }
        for (const feature of at(profile, 'Feature')) this.feature(record, feature, places);
        for (const measure of (sanctions.get(profile.attributes.ID!) ?? []).flatMap((entry) =>
          at(entry, 'SanctionsMeasure'),
        )) {
          if (this.word('SanctionsType', measure.attributes.SanctionsTypeID) === 'Program')
            record.programs.add(textAt(measure, 'Comment'));
        }
      }
      textsAt(party, 'Comment').forEach((comment) => record.notes.add(comment));
      yield [party.attributes.FixedRef!, record];
    }
  }

  private word(set: string, id: string | undefined): string {
    return this.words.get(`${set} ${id}`) ?? '';
  }

  private schemaOf(subType: string): ExactRecord['schema'] {
    const own = this.word('PartySubType', subType);
    return OFAC_SCHEMAS[(own === 'Unknown' ? this.word('PartyType', this.subTypes.get(subType)) : own).toLowerCase()];
  }

  private countriesOf(place: Node): string[] {
    return [
      ...at(place, 'LocationCountry').map(({ attributes }) => this.word('Country', attributes.CountryID)),
      ...at(place, 'LocationAreaCode').map(({ attributes }) => this.word('AreaCode', attributes.AreaCodeID)),
    ];
  }

  private names(record: ExactRecord, identity: Node): void {
    const groups = new Map(
      at(identity, 'NamePartGroups/MasterNamePartGroup/NamePartGroup').map(({ attributes }) => [
        attributes.ID!,
        this.word('NamePartType', attributes.NamePartTypeID),
      ]),
    );
    for (const alias of at(identity, 'Alias')) {
      for (const name of at(alias, 'DocumentedName')) {
        const parts = at(name, 'DocumentedNamePart/NamePartValue').map(({ attributes, text }) => ({
          text: text.trim(),
          order: ORDER.indexOf(groups.get(attributes.NamePartGroupID!) ?? ''),
        }));
        addName(
          record,
          parts
            .sort((a, b) => a.order - b.order)
            .map(({ text }) => text)
            .join(' '),
          alias.attributes.LowQuality === 'true',
        );
      }
    }
  }

  private feature(record: ExactRecord, feature: Node, places: Map<string, string[]>): void {
    const type = this.word('FeatureType', feature.attributes.FeatureTypeID);
    for (const version of at(feature, 'FeatureVersion')) {
      for (const period of at(version, 'DatePeriod'))
        if (type === 'Birthdate') addDate(record, periodOf(period), period.text);
      for (const { attributes } of at(version, 'VersionLocation'))
        if (COUNTRIES.test(type)) places.get(attributes.LocationID!)?.forEach((country) => addCountry(record, country));
      for (const { attributes, text } of at(version, 'VersionDetail')) {
        const value = text.trim() || this.word('DetailReference', attributes.DetailReferenceID);
        if (type === 'Gender') record.gender = value.toLowerCase();
        else if (IDENTIFIERS.test(type)) record.identifiers.add(value);
        else record.notes.add(value);
      }
    }
  }
}

/** A whole year is its first and its last day, a whole month likewise. */
function periodOf(period: Node): string | undefined {
  const day = (path: string): string[] => ['Year', 'Month', 'Day'].map((part) => textAt(period, `${path}/${part}`));
  const [from, to] = [day('Start/From'), day('End/To')];
  if (at(period, 'Start')[0]?.attributes.Approximate === 'true') return circaOf(from[0]!);
  if (from[0] !== to[0]) return `${from[0]}/${to[0]}`;
  if (from.join() === to.join()) return dateFrom(from[0]!, from[1], from[2]);
  return from[1] === to[1] ? dateFrom(from[0]!, from[1]) : from[0];
}
