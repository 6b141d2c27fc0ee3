import { around, attributes, escaped } from './markup';
import { ALL_DOCUMENT_TYPES, ofacCountry } from './ofac-words';
import { COUNTRIES } from './parties';

/** The sets of words of the file. A reference is the place of a word in its set, plus one hundred. */
export const SETS = {
  AliasType: ['Name', 'A.K.A.', 'F.K.A.'],
  AreaCode: ['Region: Gaza'],
  CalendarType: ['Gregorian'],
  Country: [...COUNTRIES.map(ofacCountry), 'undetermined', 'Netherlands Antilles'],
  DetailReference: ['Female', 'Male'],
  DetailType: ['LOOKUP', 'TEXT', 'DATE', 'COUNTRY'],
  DocNameStatus: ['Primary Latin', 'Primary Original'],
  FeatureType: [
    'Birthdate',
    'Place of Birth',
    'Nationality Country',
    'Citizenship Country',
    'Location',
    'Gender',
    'Website',
    'Email Address',
    'Vessel Call Sign',
    'Vessel Flag',
    'MMSI',
    'Digital Currency Address - XBT',
    'Digital Currency Address - ETH',
    'Digital Currency Address - USDT',
    'Title',
  ],
  IDRegDocDateType: ['Issue Date', 'Expiration Date'],
  IDRegDocType: [...ALL_DOCUMENT_TYPES, 'Vessel Registration Identification'],
  List: ['SDN List', 'Consolidated List'],
  LocPartType: ['ADDRESS1', 'CITY'],
  NamePartType: ['Last Name', 'First Name', 'Middle Name', 'Entity Name', 'Vessel Name', 'Aircraft Name'],
  PartyType: ['Individual', 'Entity', 'Location', 'Transport'],
  SanctionsType: ['Program', 'Block', 'Block (SDN)'],
  Script: ['Latin', 'Cyrillic', 'Arabic', 'Chinese Simplified'],
} as const;

/** The reference to a word. */
export function ref(set: keyof typeof SETS, wanted: string): number {
  const at = (SETS[set] as readonly string[]).indexOf(wanted);
  if (at === -1) throw new Error(`the set ${set} lacks ${wanted}`);
  return at + 100;
}

/** A subtype of a party belongs to a type. OFAC calls the subtypes of persons and entities `Unknown`. */
const SUB_TYPES: [number, string, string][] = [
  [1, 'Vessel', 'Transport'],
  [2, 'Aircraft', 'Transport'],
  [3, 'Unknown', 'Entity'],
  [4, 'Unknown', 'Individual'],
];

export function referenceValueSets(): string {
  const sets = Object.entries(SETS).map(([set, all]) =>
    around(
      `${set}Values`,
      all.map((text, at) => `<${set} ID="${at + 100}">${escaped(text)}</${set}>`),
    ),
  );
  const subTypes = SUB_TYPES.map(
    ([id, text, type]) =>
      `<PartySubType${attributes({ ID: id, PartyTypeID: ref('PartyType', type) })}>${text}</PartySubType>`,
  );
  return around('ReferenceValueSets', [...sets, around('PartySubTypeValues', subTypes)]);
}
