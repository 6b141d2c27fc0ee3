import { ListEntry } from '@probity/screening/list-entry';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, OnIssue } from './importer';
import { joined } from './names';
import { reportOdd } from './report-odd';
import { Room } from './room';
import {
  addCountry,
  addressText,
  countryIn,
  isDelisted,
  PendingPlace,
  PrintedCountry,
  targetDraft,
} from './seco-target';
import { childrenOf, XmlElement } from './xml-element';
import { XmlLayout, xmlRecords } from './xml-records';

/**
 * The list of the State Secretariat for Economic Affairs of Switzerland (SECO), as XML: the whole list, which keeps
 * targets that were taken off it. Those are skipped. The places of the file may follow after the targets, so the
 * entries are held in memory until the end of the file, without their XML.
 */

const LAYOUT: XmlLayout = {
  format: 'seco',
  file: 'list',
  root: 'swiss-sanctions-list',
  containers: [],
  records: ['sanctions-program', 'target', 'place'],
};

/** memory of an entry in addition to its content, in characters */
const ENTRY_COST = 2_000;

/** memory of a place or a programme, or of a reference to one, in addition to its text, in characters */
const VALUE_COST = 200;

interface HeldPlace {
  text: string;
  country: PrintedCountry | undefined;
}

interface HeldTarget {
  draft: EntryDraft;
  places: PendingPlace[];
  sets: string[];
  line: number;
  text: string;
  /** the memory that it takes, in characters */
  size: number;
}

/** Returns the text in English, else the first. */
function english(element: XmlElement, name: string): string {
  const all = childrenOf(element, name);
  return (all.find(({ attributes }) => attributes.lang === 'eng') ?? all[0])?.text.trim() ?? '';
}

/** The numbers of the sets of sanctions to which a target belongs. */
function setsOf(target: XmlElement): string[] {
  const attribute = target.attributes['sanctions-set-id'];
  const elements = childrenOf(target, 'sanctions-set-id').map(({ text }) => text.trim());
  return attribute === undefined ? elements : [attribute, ...elements];
}

/** The state of one import. */
class Reader {
  private readonly programs = new Map<string, string>();
  private readonly places = new Map<string, HeldPlace>();
  private readonly targets = new Map<string, HeldTarget>();

  constructor(
    private readonly list: string,
    private readonly onIssue: OnIssue,
    private readonly room: Room,
  ) {}

  take(element: XmlElement, line: number, text: string): void {
    const report = (kind: 'malformed' | 'skipped', reason: string) =>
      this.onIssue({ file: 'list', line, kind, reason, excerpt: excerptOf(text) });
    const id = element.attributes.ssid ?? '';
    if (element.name === 'sanctions-program') this.addProgram(element, line);
    else if (element.name === 'place') this.addPlace(element, id, line);
    else if (id === '') report('malformed', 'the target has no ssid');
    else if (this.targets.has(id))
      report('malformed', `the target ${excerptOf(id)} is duplicated; the first record was kept`);
    else if (isDelisted(element)) report('skipped', 'the target was taken off the list');
    else this.addTarget(element, id, line, text);
  }

  /** Holds each target until its entry is returned. */
  *entries(): Generator<ListEntry> {
    for (const [id, held] of this.targets) {
      const { draft, line, text } = held;
      this.join(held);
      const entry = draft.finish();
      if (entry) {
        reportOdd(draft, { file: 'list', line, text }, this.onIssue);
        yield entry;
      } else this.onIssue({ file: 'list', line, kind: 'malformed', reason: 'the target has no name', excerpt: text });
      this.targets.delete(id);
      this.room.release(held.size);
    }
  }

  private addProgram(element: XmlElement, line: number): void {
    const name = english(element, 'program-name') || english(element, 'program-key');
    this.room.take(name.length, line);
    for (const { attributes } of childrenOf(element, 'sanctions-set')) {
      const set = attributes.ssid ?? '';
      this.room.take(set.length + VALUE_COST, line);
      this.programs.set(set, name);
    }
  }

  private addPlace(element: XmlElement, id: string, line: number): void {
    const place = { text: addressText(element), country: countryIn(element) };
    const { code = '', name = '' } = place.country ?? {};
    this.room.take(id.length + place.text.length + code.length + name.length + VALUE_COST, line);
    this.places.set(id, place);
  }

  private addTarget(element: XmlElement, id: string, line: number, text: string): void {
    const { draft, places } = targetDraft(element, id, this.list);
    const sets = setsOf(element);
    const referring = [...sets, ...places.flatMap(({ placeId = '', details }) => [placeId, details])];
    const size = referring.reduce((sum, each) => sum + each.length + VALUE_COST, ENTRY_COST + draft.size);
    this.room.take(size, line);
    this.targets.set(id, { draft, places, sets, line, text: excerptOf(text), size });
  }

  /** Adds the programmes and places to a target, which takes more memory until its entry is returned. */
  private join(held: HeldTarget): void {
    const { draft, places, sets, line } = held;
    let before = draft.size;
    const grow = () => {
      this.room.take(draft.size - before, line);
      held.size += draft.size - before;
      before = draft.size;
    };
    for (const set of sets) {
      const program = this.programs.get(set);
      if (program !== undefined) draft.addProgram(program);
      else draft.addOddity('programs', `the sanctions-set-id ${excerptOf(set)} is that of no programme in the file`);
      grow();
    }
    for (const { label, countries, placeId, details } of places) {
      const place = placeId === undefined ? undefined : this.places.get(placeId);
      if (placeId !== undefined && !place)
        draft.addOddity('countries', `the place ${excerptOf(placeId)} is not in the file`);
      if (countries) addCountry(draft, place?.country);
      draft.addRemark(label, joined([details, place?.text ?? '']));
      grow();
    }
  }
}

/** Reads a list. `room` bounds what is held in memory. */
export async function* readSeco(
  files: ImporterFiles,
  list: string,
  onIssue: OnIssue,
  room = new Room('list'),
): AsyncGenerator<ListEntry> {
  const reader = new Reader(list, onIssue, room);
  for await (const { element, line, text } of xmlRecords(files.list!, LAYOUT, onIssue))
    reader.take(element, line, text);
  yield* reader.entries();
}

export const seco: Importer = {
  format: 'seco',
  title: 'Swiss sanctions list of SECO (XML)',
  files: [
    { role: 'list', required: true, names: /^(?:(?:.*(?<![a-z])seco(?![a-z])|swiss).*|consolidated[-_]list.*)\.xml$/i },
  ],
  read: readSeco,
};
