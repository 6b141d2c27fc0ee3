import { ListSchema } from '@probity/screening/list-entry';
import { dateOf } from './birth-dates';
import { countryCode, isCountryCode } from './country-codes';
import { EntryDraft } from './entry-draft';
import { joined } from './names';
import { addName } from './seco-names';
import { childrenOf, textOf, XmlElement } from './xml-element';

/** An address of a target, whose place may be later in the file. */
export interface PendingPlace {
  label: string;
  /** true if the country of the place counts as one of the entry */
  countries: boolean;
  placeId: string | undefined;
  /** what the target says besides the place */
  details: string;
}

/** A country as the list has it. */
export interface PrintedCountry {
  /** empty if there is none */
  code: string;
  name: string;
}

/** Statements of `other-information` that are identifiers: a label, a colon and the number. */
const STATED: [RegExp, string][] = [
  [/^imo number$/i, 'imo number'],
  [/^(?:(?:state|business|main|company) )?registration number$/i, 'registration number'],
  [/^tax(?:payer)? identification number$/i, 'tax id'],
  [/^tax registration number$/i, 'tax id'],
  [/^swift(?:\/bic)?(?: code)?$/i, 'swift/bic'],
  [/^website$/i, 'website'],
  [/^e-?mail(?: address)?$/i, 'email'],
];

const ADDRESS = ['c-o', 'address-details', 'p-o-box', 'zip-code', 'location', 'area', 'country', 'remarks'];

export const addressText = (element: XmlElement): string => joined(ADDRESS.map((part) => textOf(element, part)));

/** The country of a place or a nationality. */
export function countryIn(element: XmlElement): PrintedCountry | undefined {
  const [country] = childrenOf(element, 'country');
  return country && { code: country.attributes['iso-code']?.toUpperCase() ?? '', name: country.text.trim() };
}

/** Adds a country by its code, else by its name. */
export function addCountry(draft: EntryDraft, country: PrintedCountry | undefined): void {
  if (!country) return;
  if (isCountryCode(country.code)) draft.addCountryCode(country.code);
  else draft.addCountry(country.name);
}

function addDocument(draft: EntryDraft, document: XmlElement): void {
  const type = (document.attributes['document-type'] ?? 'document').replaceAll('-', ' ');
  const number = textOf(document, 'number');
  const [issuer] = childrenOf(document, 'issuer');
  const code = issuer?.attributes.code?.toUpperCase() ?? issuer?.attributes['iso-code']?.toUpperCase() ?? '';
  const country = isCountryCode(code) ? code : countryCode(issuer?.text ?? '');
  draft.addIdentifier(type === 'id card' ? 'national id' : type, number, country);
  const times = [
    ['issued', textOf(document, 'date-of-issue')],
    ['expires', textOf(document, 'expiry-date')],
  ].filter(([, date]) => date !== '');
  const rest = [issuer?.text.trim(), ...times.flat(), textOf(document, 'remark')].filter(Boolean);
  if (rest.length > 0) draft.addRemark(`Note on ${type} ${number}`.trim(), rest.join(' '));
}

function addBirth(draft: EntryDraft, birth: XmlElement): void {
  const { day, month, year, calendar = 'gregorian' } = birth.attributes;
  const number = (text: string | undefined) => (text ? Number(text) : undefined);
  const date = calendar.toLowerCase() === 'gregorian' ? dateOf(Number(year), number(month), number(day)) : undefined;
  const printed = [year, month, day].filter(Boolean).join('-');
  if (draft.schema === 'Person') draft.addBirthDate(date, printed);
  else draft.addRemark('Established', date ?? printed);
}

function addIdentity(draft: EntryDraft, identity: XmlElement, places: PendingPlace[]): void {
  for (const child of identity.children) {
    switch (child.name) {
      case 'name':
        addName(draft, child);
        break;
      case 'day-month-year':
        addBirth(draft, child);
        break;
      case 'nationality':
        addCountry(draft, countryIn(child));
        break;
      case 'identification-document':
        addDocument(draft, child);
        break;
      case 'address':
      case 'place-of-birth':
        places.push({
          label: child.name === 'address' ? 'Address' : 'Place of birth',
          countries: child.name === 'address',
          placeId: child.attributes['place-id'],
          details: addressText(child),
        });
        break;
      default:
        draft.addRemark(child.name.replaceAll('-', ' '), child.text);
    }
  }
}

function addInformation(draft: EntryDraft, text: string): void {
  const [, label, value] = /^([^:]{2,60}?)\s*:\s*(\S.*?)\.?$/s.exec(text.trim()) ?? [];
  const type = label === undefined ? undefined : STATED.find(([pattern]) => pattern.test(label))?.[1];
  if (type !== undefined && value!.length <= 100 && !/\s\S+\s/.test(value!)) draft.addIdentifier(type, value!);
  draft.addRemark('', text);
}

const KINDS = new Map<string, ListSchema>([
  ['individual', 'Person'],
  ['entity', 'Company'],
  ['object', 'Other'],
]);

function schemaOf(subject: XmlElement | undefined): ListSchema | undefined {
  const type = subject?.attributes['object-type']?.toLowerCase() ?? '';
  if (subject?.name === 'object' && /vessel|ship/.test(type)) return 'Vessel';
  if (subject?.name === 'object' && /aircraft|airplane/.test(type)) return 'Aircraft';
  return KINDS.get(subject?.name ?? '');
}

/** Reads a `target`. Its programmes and places are in other sections of the file. */
export function targetDraft(
  target: XmlElement,
  id: string,
  list: string,
): { draft: EntryDraft; places: PendingPlace[] } {
  const subject = target.children.find(({ name }) => KINDS.has(name));
  const draft = new EntryDraft(list, id, schemaOf(subject) ?? 'Company').addTopic('sanction');
  const places: PendingPlace[] = [];
  if (!subject) draft.addOddity('schema', 'the target is no individual, entity or object; it is read as an entity');
  for (const child of subject?.children ?? []) {
    if (child.name === 'identity') addIdentity(draft, child, places);
    else if (child.name === 'other-information') addInformation(draft, child.text);
    else if (child.name === 'justification') draft.addRemark('Reasons', child.text);
    else if (child.name === 'relation')
      draft.addRemark(
        child.attributes['relation-type'] ?? 'Relation',
        `${child.attributes['target-id'] ?? ''} ${textOf(child, 'remark')}`,
      );
    else if (child.name === 'generic-attribute') addInformation(draft, `${child.attributes.name ?? ''}: ${child.text}`);
    else draft.addRemark(child.name.replaceAll('-', ' '), child.text);
  }
  draft.addGender(subject?.attributes.sex ?? '');
  draft.addRemark('Gender', subject?.attributes.sex ?? '').addRemark('Type', subject?.attributes['object-type'] ?? '');
  for (const foreign of childrenOf(target, 'foreign-identifier')) draft.addRemark('Foreign identifier', foreign.text);
  return { draft, places };
}

/** True if the latest of the modifications took the target off the list. */
export function isDelisted(target: XmlElement): boolean {
  const dateOf = ({ attributes }: XmlElement) => attributes['effective-date'] ?? attributes['publication-date'] ?? '';
  const [latest] = childrenOf(target, 'modification').toSorted((a, b) =>
    dateOf(a) < dateOf(b) ? 1 : dateOf(a) > dateOf(b) ? -1 : 0,
  );
  return latest?.attributes['modification-type'] === 'de-listed';
}
