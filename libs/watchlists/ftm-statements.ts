import type { EntryDraft } from './entry-draft';
import type { FtmEntity } from './ftm-entity';
import { addListCountry, countryOfList } from './opensanctions-words';
import type { Room } from './room';

/** What another entity says about an entry. */
interface Statement {
  programs?: string[];
  document?: { type: string; numbers: string[]; note: string };
  place?: string[];
  countries: string[];
}

/** memory of a statement in addition to its text, in characters */
const STATEMENT_COST = 300;

const texts = ({ properties }: FtmEntity, name: string): string[] => properties.get(name) ?? [];

const readers: Record<string, (entity: FtmEntity) => Statement> = {
  // the country of a sanction is that of the authority
  Sanction: (entity) => ({ programs: [...texts(entity, 'program'), ...texts(entity, 'programId')], countries: [] }),
  Passport: (entity) => document(entity, 'passport'),
  Identification: (entity) => document(entity, texts(entity, 'type')[0]?.toLowerCase() ?? 'national id'),
  Address: (entity) => ({
    place: texts(entity, 'full').length > 0 ? texts(entity, 'full') : [entity.caption],
    countries: texts(entity, 'country'),
  }),
};

function document(entity: FtmEntity, type: string): Statement {
  const [issued] = texts(entity, 'startDate');
  const [expires] = texts(entity, 'endDate');
  const notes = [...texts(entity, 'authority'), issued && `issued ${issued}`, expires && `expires ${expires}`];
  return {
    document: { type, numbers: texts(entity, 'number'), note: notes.filter(Boolean).join(' ') },
    countries: texts(entity, 'country'),
  };
}

/** Reads a sanction, an address or a document of identity. Undefined for other entities. */
export const statementOf = (entity: FtmEntity): Statement | undefined =>
  Object.hasOwn(readers, entity.schema) ? readers[entity.schema]!(entity) : undefined;

export function addStatement(draft: EntryDraft, { programs = [], document, place = [], countries }: Statement): void {
  programs.forEach((program) => draft.addProgram(program));
  place.forEach((address) => draft.addRemark('Address', address));
  const known = countries.flatMap((code) => countryOfList(code) ?? []);
  document?.numbers.forEach((number) => {
    draft.addIdentifier(document.type, number, known[0]);
    draft.addRemark(`Note on ${document.type} ${number}`, document.note);
  });
  countries.forEach((code) => addListCountry(draft, code));
}

/**
 * The entities of a file that describe others: sanctions and documents of identity, which refer to their owners, and
 * addresses, to which their owners refer. They are held in memory, because they may come before or after their owners.
 */
export class Statements {
  private readonly byOwner = new Map<string, Statement[]>();
  private readonly addresses = new Map<string, Statement>();

  constructor(private readonly room: Room) {}

  take(entity: FtmEntity, statement: Statement, line: number): void {
    const { programs = [], document, place = [], countries } = statement;
    const held = [
      ...programs,
      ...place,
      ...countries,
      ...(document ? [document.type, document.note, ...document.numbers] : []),
    ];
    this.room.take(
      held.reduce((sum, each) => sum + each.length, STATEMENT_COST),
      line,
    );
    if (statement.place !== undefined) this.addresses.set(entity.id, statement);
    for (const owner of [...texts(entity, 'entity'), ...texts(entity, 'holder')]) {
      const known = this.byOwner.get(owner);
      if (known) known.push(statement);
      else this.byOwner.set(owner, [statement]);
    }
  }

  /** What the file says about an entity, in itself and in others. */
  about(entity: FtmEntity): Statement[] {
    return [
      ...entity.nested.flatMap((each) => statementOf(each) ?? []),
      ...(this.byOwner.get(entity.id) ?? []),
      ...texts(entity, 'addressEntity').flatMap((id) => this.addresses.get(id) ?? []),
    ];
  }
}
