import { ListSchema } from '@probity/screening/list-entry';
import { circa, dateOf, rangeOf } from './birth-dates';
import { EntryDraft } from './entry-draft';
import { joined } from './names';
import type { Reference } from './ofac-advanced-reference';
import { readDocument, readFeature } from './ofac-remarks';
import { childrenOf, textOf, XmlElement } from './xml-element';

/** The order in which the parts of a person's name are spoken. Other parts keep the order of the file. */
const SPOKEN = ['first name', 'middle name', 'patronymic', 'matronymic', 'maiden name', 'last name'];

const COUNTRIES = /^(?:nationality country|citizenship country|nationality of registration|(?:other )?vessel flag)$/i;

interface Day {
  year: number;
  month: number | undefined;
  day: number | undefined;
}

function dayOf(element: XmlElement | undefined): Day | undefined {
  if (!element) return undefined;
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => Number(textOf(element, part)) || undefined);
  return year === undefined ? undefined : { year, month, day };
}

const textOfDay = (day: Day | undefined): string | undefined => day && dateOf(day.year, day.month, day.day);

/** Reads a `DatePeriod`. The file prints a year as its first and its last day, and a month likewise. */
export function dateOfPeriod(period: XmlElement): string | undefined {
  const [start] = childrenOf(period, 'Start');
  const [end] = childrenOf(period, 'End');
  const from = dayOf(start && childrenOf(start, 'From')[0]);
  const to = dayOf((end && childrenOf(end, 'To')[0]) ?? (start && childrenOf(start, 'To')[0])) ?? from;
  if (!from || !to) return undefined;
  const [first, last] = [textOfDay(from), textOfDay(to)];
  const sameYear = from.year === to.year;
  const isMonth =
    sameYear &&
    from.month === to.month &&
    from.day === 1 &&
    to.day === new Date(Date.UTC(to.year, to.month ?? 1, 0)).getUTCDate();
  const date = isMonth ? dateOf(from.year, from.month) : rangeOf(first, last);
  return start?.attributes.Approximate === 'true' ? circa(date) : date;
}

function partTypes(identity: XmlElement, reference: Reference): Map<string, string> {
  const groups = childrenOf(identity, 'NamePartGroups').flatMap((all) =>
    childrenOf(all, 'MasterNamePartGroup').flatMap((master) => childrenOf(master, 'NamePartGroup')),
  );
  return new Map(
    groups.map(({ attributes }) => [
      attributes.ID ?? '',
      reference.word('NamePartType', attributes.NamePartTypeID).toLowerCase(),
    ]),
  );
}

/** The name of a `DocumentedName`, in spoken order. */
function nameOf(documented: XmlElement, types: Map<string, string>): string {
  return childrenOf(documented, 'DocumentedNamePart')
    .flatMap((part) => childrenOf(part, 'NamePartValue'))
    .map(({ attributes, text }) => ({
      text: text.trim(),
      place: SPOKEN.indexOf(types.get(attributes.NamePartGroupID ?? '') ?? ''),
    }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text)
    .join(' ');
}

function addIdentity(draft: EntryDraft, identity: XmlElement, reference: Reference): void {
  const types = partTypes(identity, reference);
  for (const alias of childrenOf(identity, 'Alias')) {
    const { Primary, LowQuality } = alias.attributes;
    const quality = LowQuality === 'true' ? 'weak' : Primary === 'true' ? 'primary' : 'alias';
    childrenOf(alias, 'DocumentedName').forEach((documented, n) => {
      // further spellings of an alias are in other scripts
      draft.addName(nameOf(documented, types), quality === 'primary' && n > 0 ? 'alias' : quality);
    });
  }
  for (const { type, number, country, note } of reference.documentsOf(identity.attributes.ID)) {
    readDocument(draft, type, number, country);
    draft.addRemark(type, [number, country && `(${country})`, note].filter(Boolean).join(' '));
  }
}

/** The type without the marks at its end, such as those of `Secondary sanctions risk:`. */
function withoutMarks(type: string): string {
  let end = type.length;
  while (end > 0 && /[:\s-]/.test(type[end - 1]!)) end -= 1;
  return type.slice(0, end);
}

function addVersion(draft: EntryDraft, type: string, version: XmlElement, reference: Reference): void {
  const comment = textOf(version, 'Comment');
  const label = withoutMarks(type);
  const texts = childrenOf(version, 'VersionDetail').map(
    ({ attributes, text }) => text.trim() || reference.word('DetailReference', attributes.DetailReferenceID),
  );
  for (const period of childrenOf(version, 'DatePeriod')) {
    const date = dateOfPeriod(period);
    const printed = [...period.children].flatMap((end) =>
      end.children.map((day) => day.children.map((c) => c.text).join('-')),
    );
    if (/^(?:birthdate|date of birth)$/i.test(type)) draft.addBirthDate(date, printed.join(' to '));
    else draft.addRemark(type, date ?? printed.join(' to '));
  }
  for (const { attributes } of childrenOf(version, 'VersionLocation')) {
    const place = reference.place(attributes.LocationID);
    if (!place) {
      draft.addOddity('countries', `the place ${attributes.LocationID} of "${type}" is not in the file`);
      continue;
    }
    if (COUNTRIES.test(type) || /^location$/i.test(type))
      place.countries.forEach((country) => draft.addCountry(country));
    draft.addRemark(/^location$/i.test(type) ? 'Address' : type, joined([place.parts, ...place.countries]));
  }
  for (const text of texts) {
    if (COUNTRIES.test(type)) draft.addCountry(text);
    else if (type.toLowerCase() === 'gender') draft.addGender(text);
    else readFeature(draft, label, text);
    draft.addRemark(label, text);
  }
  draft.addRemark(`Note on ${type.toLowerCase()}`, comment);
}

function schemaOf(profile: XmlElement | undefined, reference: Reference): { schema?: ListSchema; type: string } {
  const id = profile?.attributes.PartySubTypeID;
  const type = reference.word('PartySubType', id);
  const kind = (type === 'Unknown' || type === '' ? reference.partyType(id) : type).toLowerCase();
  if (kind === 'individual') return { schema: 'Person', type };
  if (kind === 'entity') return { schema: 'Company', type };
  if (kind === 'vessel') return { schema: 'Vessel', type };
  if (kind === 'aircraft') return { schema: 'Aircraft', type };
  return kind === 'asset' ? { schema: 'Other', type } : { type };
}

/** Reads a `DistinctParty`. Its programmes are in another section of the file. */
export function partyDraft(party: XmlElement, id: string, list: string, reference: Reference): EntryDraft {
  const profiles = childrenOf(party, 'Profile');
  const { schema, type } = schemaOf(profiles[0], reference);
  const draft = new EntryDraft(list, id, schema ?? 'Company').addTopic('sanction');
  if (schema === undefined)
    draft.addOddity('schema', `the party type ${JSON.stringify(type)} is unknown; the record is read as an entity`);
  for (const profile of profiles) {
    for (const identity of childrenOf(profile, 'Identity')) addIdentity(draft, identity, reference);
    for (const feature of childrenOf(profile, 'Feature')) {
      const name = reference.word('FeatureType', feature.attributes.FeatureTypeID) || 'Feature';
      for (const version of childrenOf(feature, 'FeatureVersion')) addVersion(draft, name, version, reference);
    }
  }
  return draft.addRemark('', textOf(party, 'Comment'));
}
