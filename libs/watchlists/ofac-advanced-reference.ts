import type { Room } from './room';
import { joined } from './names';
import { childrenOf, textOf, XmlElement } from './xml-element';

/** A place of the file: an address, or only a country. */
export interface Place {
  /** the parts as printed, without the country */
  parts: string;
  /** English names */
  countries: string[];
}

/** A document of an identity. */
export interface Document {
  type: string;
  number: string;
  /** English name of the issuing country; empty if there is none */
  country: string;
  /** what the list says about it, such as its dates */
  note: string;
}

/** memory of a held value in addition to its text, in characters */
const VALUE_COST = 200;

/**
 * The sections of OFAC's advanced XML before the parties, and to which the parties refer by number: the
 * words of the file, its places and its documents. They are held in memory.
 */
export class Reference {
  private readonly words = new Map<string, string>();
  /** number of a party type by the number of its subtype */
  private readonly partyTypes = new Map<string, string>();
  private readonly places = new Map<string, Place>();
  private readonly documents = new Map<string, Document[]>();

  constructor(private readonly room: Room) {}

  /** Returns the word with this number in a set such as `FeatureType`; empty when the file does not have it. */
  word(set: string, id: string | undefined): string {
    return this.words.get(`${set} ${id}`) ?? '';
  }

  /** The party type of a subtype, such as `Individual`. OFAC calls the subtypes of persons and entities `Unknown`. */
  partyType(subType: string | undefined): string {
    return this.word('PartyType', this.partyTypes.get(subType ?? ''));
  }

  place(id: string | undefined): Place | undefined {
    return id === undefined ? undefined : this.places.get(id);
  }

  documentsOf(identity: string | undefined): Document[] {
    return (identity !== undefined && this.documents.get(identity)) || [];
  }

  /** Reads a set such as `FeatureTypeValues`. */
  addWords(set: XmlElement, line: number): void {
    for (const { name, attributes, text } of set.children) {
      const word = text.trim();
      this.room.take(word.length + VALUE_COST, line);
      this.words.set(`${name} ${attributes.ID}`, word);
      if (name === 'PartySubType') this.partyTypes.set(attributes.ID ?? '', attributes.PartyTypeID ?? '');
    }
  }

  /** Reads a `Location`. */
  addPlace(element: XmlElement, line: number): void {
    const parts = childrenOf(element, 'LocationPart').flatMap((part) =>
      childrenOf(part, 'LocationPartValue').map((value) => textOf(value, 'Value')),
    );
    const places = [
      ...childrenOf(element, 'LocationCountry').map(({ attributes }) => this.word('Country', attributes.CountryID)),
      ...childrenOf(element, 'LocationAreaCode').map(({ attributes }) => this.word('AreaCode', attributes.AreaCodeID)),
    ];
    const place = { parts: joined(parts), countries: places.filter((name) => name !== '') };
    this.room.take(place.parts.length + VALUE_COST, line);
    this.places.set(element.attributes.ID ?? '', place);
  }

  /** Reads an `IDRegDocument`. */
  addDocument(element: XmlElement, line: number): void {
    const number = textOf(element, 'IDRegistrationNo');
    const dates = childrenOf(element, 'DocumentDate').map((date) => {
      const type = this.word('IDRegDocDateType', date.attributes.IDRegDocDateTypeID);
      const [start] = childrenOf(date, 'DatePeriod').flatMap((period) => childrenOf(period, 'Start'));
      const [from] = start ? childrenOf(start, 'From') : [];
      return from ? `${type} ${['Year', 'Month', 'Day'].map((part) => textOf(from, part)).join('-')}`.trim() : '';
    });
    const document = {
      type: this.word('IDRegDocType', element.attributes.IDRegDocTypeID),
      number,
      country: this.word('Country', element.attributes['IssuedBy-CountryID']),
      note: joined([textOf(element, 'IssuingAuthority'), ...dates, textOf(element, 'Comment')]),
    };
    this.room.take(document.number.length + document.note.length + VALUE_COST, line);
    const identity = element.attributes.IdentityID ?? '';
    const known = this.documents.get(identity);
    if (known) known.push(document);
    else this.documents.set(identity, [document]);
  }
}
