import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { followTheMoney } from '@probity/watchlists/followthemoney';
import type { ImportIssue } from '@probity/watchlists/importer';
import { ImportIssues } from './import-issues';
import { importList } from './import-list';

interface Entry {
  id: string;
}

/** A back office with one list that changes by whole versions, like the real one. */
class ListKeeper {
  version = 4;
  begun: { import_id: string; format: string; officer: string }[] = [];
  staged = new Map<string, Entry>();
  finished: object[] = [];
  /** errors that the next requests to send entries throw */
  refusals: BackOfficeError[] = [];

  get = async <Data>(): Promise<Data> => [{ list: 'os', version: this.version }] as Data;

  post = async <Data>(path: string, body: object): Promise<Data> => {
    if (path.endsWith('/imports')) {
      this.begun.push(body as (typeof this.begun)[0]);
      return body as Data;
    }
    expect(path).toContain(`watchlists/os/imports/${this.begun.at(-1)!.import_id}/`);
    if (path.endsWith('/finish')) {
      this.finished.push(body);
      const entries = this.staged.size;
      return { list: 'os', version: 5, entries, added: entries, changed: 0, removed: 0 } as Data;
    }
    const refusal = this.refusals.shift();
    if (refusal) throw refusal;
    for (const entry of (body as { entries: Entry[] }).entries) this.staged.set(entry.id, entry);
    return { received: this.staged.size } as Data;
  };
}

describe('the import of a list', () => {
  let folder: string;
  let file: string;
  let keeper: ListKeeper;
  let issues: ImportIssue[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'probity-import-'));
    file = join(folder, 'entities.ftm.json');
    keeper = new ListKeeper();
    issues = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const person = (id: string): string =>
    JSON.stringify({ id, schema: 'Person', properties: { name: [`Name ${id}`], topics: ['sanction'] } });
  const write = (...lines: string[]): void => writeFileSync(file, `${lines.join('\n')}\n`);
  const run = () => {
    const chosen = { importer: followTheMoney, files: { list: file }, absent: [] };
    const order = { ...chosen, list: 'os', allowRemoval: false, reason: 'a test' };
    const found = new ImportIssues(order.files, (issue) => issues.push(issue));
    return importList(keeper, order, found, () => {});
  };

  it('sends every entry without the name of the list, and finishes', async () => {
    write(...Array.from({ length: 950 }, (_, index) => person(`p${index}`)));
    expect(await run()).toMatchObject({ entries: 950, version: 5 });
    expect(keeper.staged.size).toBe(950);
    expect(keeper.staged.get('p7')).toMatchObject({
      schema: 'Person',
      names: [{ name: 'Name p7', quality: 'primary' }],
    });
    expect(keeper.staged.get('p7')).not.toHaveProperty('list');
    expect(keeper.begun).toEqual([{ import_id: expect.any(String), format: 'followthemoney' }]);
    expect(keeper.finished).toEqual([{ allow_removal: false, reason: 'a test', skipped: 0, malformed: 0, odd: 0 }]);
  });

  it('reports every unusable line, with the name of its file', async () => {
    write(person('a'), '{"broken', person('b'));
    await run();
    expect([...keeper.staged.keys()]).toEqual(['a', 'b']);
    expect(issues).toMatchObject([{ file: 'entities.ftm.json', line: 2, kind: 'malformed' }]);
  });

  it('has the same id only for the same files and version, so that it continues an interrupted import', async () => {
    write(person('a'));
    await run();
    await run();
    const [first, second] = keeper.begun.map(({ import_id }) => import_id);
    expect(second).toBe(first);
    keeper.version = 5;
    await run();
    write(person('b'));
    await run();
    expect(new Set(keeper.begun.map(({ import_id }) => import_id)).size).toBe(3);
  });

  it('only finishes an import whose entries were sent before, and still reports unusable lines', async () => {
    write(person('a'), '[]');
    keeper.refusals = [new BackOfficeError(400, 'import_not_open', 'it was finished')];
    await run();
    expect(keeper.finished).toHaveLength(1);
    expect(issues).toHaveLength(1);
  });

  it('sends a batch again when its outcome is unknown', async () => {
    write(person('a'));
    keeper.refusals = [new BackOfficeError(503, 'outcome_unknown', 'no answer')];
    await run();
    expect([...keeper.staged.keys()]).toEqual(['a']);
    expect(keeper.finished).toHaveLength(1);
  });

  it.each<[string, string[], object]>([
    ['another kind of file', ['ent_num,name', '1,AEROCARIBBEAN'], { code: 'not_this_format' }],
    ['an empty file', [], { code: expect.stringMatching(/not_this_format|empty_list/) }],
  ])('changes nothing for %s', async (_what, lines, error) => {
    write(...lines);
    await expect(run()).rejects.toMatchObject(error);
    expect(keeper.finished).toEqual([]);
    expect(keeper.begun).toEqual([]); // an open import would keep the next one waiting
  });

  it('changes nothing when the back office rejects entries', async () => {
    write(person('a'));
    keeper.refusals = [new BackOfficeError(400, 'invalid_entry', 'entries[0]: no names')];
    await expect(run()).rejects.toMatchObject({ code: 'invalid_entry' });
    expect(keeper.finished).toEqual([]);
  });
});
