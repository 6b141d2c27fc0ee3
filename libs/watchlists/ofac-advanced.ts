import { ListEntry } from '@probity/screening/list-entry';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, ImportIssue, OnIssue } from './importer';
import { partyDraft } from './ofac-advanced-party';
import { Reference } from './ofac-advanced-reference';
import { reportOdd } from './report-odd';
import { Room } from './room';
import { childrenOf, textOf, XmlElement } from './xml-element';
import { XmlLayout, xmlRecords } from './xml-records';

/**
 * OFAC's lists as advanced XML (`sdn_advanced.xml`, `cons_advanced.xml`), in the schema that the United Nations call
 * the advanced sanctions data model. A party refers to the words, places and documents that are before it in the
 * file. The programmes of the parties and their relationships follow after all parties, so the entries are held in
 * memory until the end of the file, without their XML.
 */

const SETS = [
  'AliasType',
  'AreaCode',
  'AreaCodeType',
  'CalendarType',
  'Country',
  'CountryRelevance',
  'DecisionMakingBody',
  'DetailReference',
  'DetailType',
  'DocNameStatus',
  'EntryEventType',
  'EntryLinkType',
  'ExRefType',
  'FeatureType',
  'FeatureTypeGroup',
  'IDRegDocDateType',
  'IDRegDocType',
  'IdentityFeatureLinkType',
  'LegalBasis',
  'LegalBasisType',
  'List',
  'LocPartType',
  'LocPartValueStatus',
  'LocPartValueType',
  'NamePartType',
  'Organisation',
  'PartySubType',
  'PartyType',
  'RelationQuality',
  'RelationType',
  'Reliability',
  'SanctionsProgram',
  'SanctionsType',
  'Script',
  'ScriptStatus',
  'SubsidiaryBody',
  'SupInfoType',
  'TargetType',
  'Validity',
].map((set) => `${set}Values`);

const LAYOUT: XmlLayout = {
  format: 'ofac-advanced',
  file: 'list',
  root: 'Sanctions',
  containers: [
    'ReferenceValueSets',
    'Locations',
    'IDRegDocuments',
    'DistinctParties',
    'ProfileRelationships',
    'SanctionsEntries',
    'SanctionsEntryLinks',
  ],
  records: [
    'DateOfIssue',
    ...SETS,
    'Location',
    'IDRegDocument',
    'DistinctParty',
    'ProfileRelationship',
    'SanctionsEntry',
    'SanctionsEntryLink',
  ],
};

/** memory of an entry in addition to its content, in characters */
const ENTRY_COST = 2_000;

interface HeldParty {
  draft: EntryDraft;
  line: number;
  text: string;
}

/** The state of one import. */
class Reader {
  private readonly room = new Room('list');
  private readonly reference = new Reference(this.room);
  private readonly parties = new Map<string, HeldParty>();
  private readonly byProfile = new Map<string, HeldParty>();

  constructor(
    private readonly list: string,
    private readonly onIssue: OnIssue,
  ) {}

  take(element: XmlElement, line: number, text: string): void {
    if (element.name.endsWith('Values')) this.reference.addWords(element, line);
    else if (element.name === 'Location') this.reference.addPlace(element, line);
    else if (element.name === 'IDRegDocument') this.reference.addDocument(element, line);
    else if (element.name === 'DistinctParty') this.addParty(element, line, text);
    else if (element.name === 'SanctionsEntry') this.addSanction(element, line, text);
    else if (element.name === 'ProfileRelationship') this.addRelationship(element, line, text);
  }

  *entries(): Generator<ListEntry> {
    for (const { draft, line, text } of this.parties.values()) {
      const entry = draft.finish();
      if (!entry) {
        this.malformed(line, 'the party has no name', text);
        continue;
      }
      reportOdd(draft, { file: 'list', line, text }, this.onIssue);
      yield entry;
    }
  }

  private addParty(element: XmlElement, line: number, text: string): void {
    const id = element.attributes.FixedRef ?? '';
    if (id === '') return this.malformed(line, 'the party has no FixedRef', text);
    if (this.parties.has(id))
      return this.malformed(line, `the party ${id} is duplicated; the first record was kept`, text);
    const draft = partyDraft(element, id, this.list, this.reference);
    const held = { draft, line, text: excerptOf(text) };
    this.room.take(ENTRY_COST + draft.size, line);
    this.parties.set(id, held);
    for (const profile of childrenOf(element, 'Profile')) this.byProfile.set(profile.attributes.ID ?? '', held);
  }

  private addSanction(element: XmlElement, line: number, text: string): void {
    const draft = this.byProfile.get(element.attributes.ProfileID ?? '')?.draft;
    if (!draft) return this.unknownProfile(element.attributes.ProfileID, line, text);
    const before = draft.size;
    for (const measure of childrenOf(element, 'SanctionsMeasure')) {
      const type = this.reference.word('SanctionsType', measure.attributes.SanctionsTypeID);
      const comment = textOf(measure, 'Comment');
      if (type.toLowerCase() === 'program') draft.addProgram(comment);
      else draft.addRemark(type || 'Sanctions', comment);
    }
    for (const event of childrenOf(element, 'EntryEvent')) {
      draft.addRemark('Legal basis', this.reference.word('LegalBasis', event.attributes.LegalBasisID));
      draft.addRemark('', textOf(event, 'Comment'));
    }
    this.room.take(draft.size - before, line);
  }

  private addRelationship(element: XmlElement, line: number, text: string): void {
    const { 'From-ProfileID': from, 'To-ProfileID': to, RelationTypeID: type } = element.attributes;
    const [party, other] = [this.byProfile.get(from ?? ''), this.byProfile.get(to ?? '')];
    if (!party || !other) return this.unknownProfile(party ? to : from, line, text);
    const before = party.draft.size;
    party.draft.addRemark(this.reference.word('RelationType', type) || 'Linked to', other.draft.firstName);
    this.room.take(party.draft.size - before, line);
  }

  private unknownProfile(profile: string | undefined, line: number, text: string): void {
    this.malformed(line, `the profile ${profile ?? ''} is that of no party in the file`, text);
  }

  private malformed(line: number, reason: string, text: string): void {
    const issue: ImportIssue = { file: 'list', line, kind: 'malformed', reason, excerpt: excerptOf(text) };
    this.onIssue(issue);
  }
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const reader = new Reader(list, onIssue);
  for await (const { element, line, text } of xmlRecords(files.list!, LAYOUT, onIssue))
    reader.take(element, line, text);
  yield* reader.entries();
}

export const ofacAdvanced: Importer = {
  format: 'ofac-advanced',
  title: 'OFAC SDN or consolidated list (advanced XML)',
  files: [{ role: 'list', required: true, names: /^(?:sdn|cons)[-_]?advanced\.xml$/i }],
  read,
};
