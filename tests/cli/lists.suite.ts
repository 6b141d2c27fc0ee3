import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UN_LIST } from '@probity/watchlists/testing/invented-lists';
import { ListServer } from '../../apps/pipeline/list-sources/testing/list-server';
import { eventually, home, probity, written } from './testing/compliance-staff';

/** A list in the form of OFAC, with a company, a person and a vessel. */
const SDN = [
  '101,"AEROEXAMPLE AIRLINES","-0- ","CUBA","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- "',
  '102,"EXEMPLARIUS, Ana Maria","individual","SDGT","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","DOB 02 Jan 1970."',
  '103,"OCEAN EXAMPLE","vessel","IRAN","-0- ","-0- ","Crude Oil Tanker","-0- ","-0- ","Panama","-0- ","-0- "',
];
const ALT = ['101,201,"aka","AERO-EXAMPLE","-0- "'];
/** OFAC's list has four files. These two may be empty. */
const EMPTY = ['add.csv', 'sdn_comments.csv'];

/** Imports of lists. */
export function lists(): void {
  describe('lists', () => {
    const files = (sdn: string[]): string[] => [
      written('sdn.csv', `${sdn.join('\r\n')}\r\n`),
      written('alt.csv', `${ALT.join('\r\n')}\r\n`),
      ...EMPTY.map((name) => written(name, '')),
    ];

    it('are imported as a whole, and each version only once', async () => {
      const list = ['--list', 'first-list', '--reason', 'r'];
      const first = await probity.json('watchlist', 'import', ...files(SDN), ...list);
      expect(first).toMatchObject({
        list: 'first-list',
        format: 'ofac-sdn',
        version: 1,
        entries: 3,
        added: 3,
        changed: 0,
        removed: 0,
        unchanged: 0,
        malformed: 0,
        absent_files: [],
      });

      for (let again = 0; again < 2; again++) {
        const same = await probity.json('watchlist', 'import', ...files(SDN), ...list);
        expect(same).toMatchObject({ version: 1, added: 0, changed: 0, removed: 0, unchanged: 3 });
      }

      const changed = [SDN[0]!.replace('CUBA', 'IRAN'), ...SDN.slice(1), SDN[1]!.replace('102', '104')];
      const next = await probity.json('watchlist', 'import', ...files(changed), ...list);
      expect(next).toMatchObject({ version: 2, added: 1, changed: 1, removed: 0, unchanged: 2, entries: 4 });

      const { items } = await probity.json('watchlist', 'lists');
      expect(items).toContainEqual(expect.objectContaining({ list: 'first-list', version: 2, entries: 4 }));
      expect(await probity.text('watchlist', 'lists')).toMatch(/^first-list +2 +4 +ofac-sdn +\S+Z$/m);
    });

    it('lose many entries only if the officer confirms it', async () => {
      const list = ['--list', 'short-list', '--reason', 'r'];
      await probity.json('watchlist', 'import', ...files(SDN), ...list);
      const shorter = files(SDN.slice(0, 1));
      for (let again = 0; again < 2; again++) {
        const refused = await probity.refusal('watchlist', 'import', ...shorter, ...list);
        expect(refused).toEqual({
          code: 'too_many_removed',
          message: expect.stringMatching(/lacks 2 of the 3 entries/),
        });
      }
      const allowed = await probity.json('watchlist', 'import', ...shorter, ...list, '--allow-removal');
      expect(allowed).toMatchObject({ version: 2, entries: 1, removed: 2, unchanged: 1 });
    });

    it('report the lines that the import left out', async () => {
      const sdn = [...SDN, 'four,"no number","individual","X"'];
      const issues = join(home, 'issues.jsonl');
      const args = ['watchlist', 'import', ...files(sdn), '--list', 'faulty-list', '--issues', issues, '--reason', 'r'];
      const report = await probity.text(...args);
      expect(report).toMatch(/\n {2}malformed +1\n/);
      expect(report).toMatch(/\n {2}sdn\.csv +4 +\S/);
      const [line] = readFileSync(issues, 'utf8').trimEnd().split('\n');
      expect(JSON.parse(line!)).toMatchObject({ file: 'sdn.csv', line: 4, kind: 'malformed' });
    });

    it('are fetched from the address of their source', async () => {
      const publisher = await ListServer.start();
      publisher.respond = (_request, response) => void response.writeHead(200).end(UN_LIST);
      try {
        const source = ['set-source', 'fetched-list', '--format', 'un-consolidated', '--reason', 'daily', '--address'];
        const refused = await probity.refusal('watchlist', ...source, 'list=http://user:secret@127.0.0.1/');
        expect(refused).toEqual({
          code: 'invalid_url',
          message: expect.stringMatching(/^url of "list": url must not/),
        });
        const set = await probity.json('watchlist', ...source, `list=${publisher.url}/un.xml?token=secret`);
        expect(set).toMatchObject({
          list: 'fetched-list',
          every_hours: 24,
          files: [{ url: `${publisher.url}/un.xml` }],
        });

        const fetches = async () => (await probity.json('watchlist', 'fetches', 'fetched-list')).items;
        expect(await eventually(fetches, ({ length }) => length === 1)).toMatchObject([
          { result: 'imported', version: 1 },
        ]);
        const { items } = await probity.json('watchlist', 'lists');
        expect(items).toContainEqual(expect.objectContaining({ list: 'fetched-list', version: 1, entries: 2 }));
        await probity.json('watchlist', 'fetch', 'fetched-list', '--reason', 'is it current');
        expect(await eventually(fetches, ({ length }) => length === 2)).toMatchObject([{ result: 'unchanged' }, {}]);
        expect(publisher.requests.map(({ url }) => url)).toEqual(Array(2).fill('/un.xml?token=secret'));

        expect(await probity.text('watchlist', 'sources')).toMatch(
          /^fetched-list +un-consolidated +127\.0\.0\.1:\d+ +24/m,
        );
        await probity.json('watchlist', 'remove-source', 'fetched-list', '--reason', 'r');
        expect(await probity.json('watchlist', 'sources')).toEqual({ items: [] });
      } finally {
        await publisher.stop();
      }
    });

    it('are rejected if the file has another format', async () => {
      const [file, ...others] = files(['a,b', '1,2']) as [string, ...string[]];
      const before = await probity.json('watchlist', 'lists');
      const refused = await probity.refusal(
        'watchlist',
        'import',
        file,
        ...others,
        '--list',
        'odd-list',
        '--reason',
        'r',
      );
      expect(refused).toEqual({ code: 'not_this_format', message: expect.stringContaining(file) });
      expect(await probity.json('watchlist', 'lists')).toEqual(before);
    });
  });
}
