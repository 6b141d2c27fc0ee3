import { Room } from './room';
import { readSeco, seco } from './seco';
import { SECO_LIST } from './testing/invented-seco';
import { asChunks, readAll } from './testing/read-list';

describe('the list of SECO', () => {
  it('reads a person, with places that are later in the file', async () => {
    const { entries } = await readAll(seco, { list: SECO_LIST });
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: '100',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'Anna Exampleva', quality: 'primary' },
        { name: 'Anna Exampleva-Smith', quality: 'alias' },
        { name: 'Ann Exampleva', quality: 'alias' },
        { name: 'Ann Exampleva-Smith', quality: 'alias' },
        { name: 'Анна Примерова', quality: 'alias' },
        { name: 'The Big Sample', quality: 'weak' },
      ],
      birth_dates: ['1954-08-30', '1955'],
      gender: 'female',
      countries: ['BY', 'SY'],
      identifiers: [
        { type: 'passport', value: 'AB123', country: 'BY' },
        { type: 'tax id', value: '7700-01' },
      ],
      programs: ['Measures against Testland'],
      remarks: expect.stringMatching(
        /^Title: Dr; Country: Atlantis; Date of birth: 1333; .*Reasons: Head of samples\.; related-to: 200; .*Gender: female; Foreign identifier: TLi\.001; Place of birth: Birthville, Mali; Address: 1 Test Street, T1, Sampletown, Sample Region, Syria; Address: 2 Test Street$/,
      ),
    });
  });

  it('reads a vessel and an entity', async () => {
    const { entries } = await readAll(seco, { list: SECO_LIST });
    expect(entries.slice(1)).toMatchObject([
      {
        id: '200',
        schema: 'Vessel',
        identifiers: [{ type: 'imo number', value: '9000003' }],
        programs: ['Measures against Testland'],
      },
      { id: '400', schema: 'Company', programs: [] },
    ]);
  });

  it('skips a target that was taken off the list, and keeps one that was listed again', async () => {
    const { entries, issues } = await readAll(seco, { list: SECO_LIST });
    expect(entries.map(({ id }) => id)).toEqual(['100', '200', '400']);
    expect(issues.filter(({ kind }) => kind === 'skipped')).toMatchObject([
      { excerpt: expect.stringContaining('ssid="300"'), reason: 'the target was taken off the list' },
    ]);
  });

  it('reports what is odd', async () => {
    const { issues } = await readAll(seco, { list: SECO_LIST });
    expect(
      issues.filter(({ kind }) => kind === 'odd').map(({ record, field, reason }) => [record, field, reason]),
    ).toEqual([
      ['100', 'countries', '"Atlantis" is the name of no country with a code; it is kept as a remark'],
      ['100', 'birth_dates', '"1333" is not read as a date; it is kept as a remark'],
      ['100', 'countries', 'the place 999 is not in the file'],
      ['400', 'programs', 'the sanctions-set-id 77 is that of no programme in the file'],
    ]);
  });

  it('takes words of programs as words of the list', async () => {
    const name =
      '<identity><name><name-part name-part-type="constructor"><value>Sample</value></name-part></name></identity>';
    const list = `<swiss-sanctions-list><target ssid="1"><constructor>${name}</constructor><entity>${name}</entity></target></swiss-sanctions-list>`;
    const { entries } = await readAll(seco, { list });
    expect(entries).toMatchObject([{ schema: 'Company', names: [{ name: 'Sample' }] }]);
  });

  describe('in little memory', () => {
    const target = (id: number, content: string, sets = ''): string =>
      `<target ssid="${id}">${sets}<entity><identity><name><name-part><value>Sample ${id}</value></name-part></name>${content}</identity></entity></target>`;
    const readWith = async (characters: number, ...records: string[]): Promise<number> => {
      const list = asChunks(`<swiss-sanctions-list>${records.join('')}</swiss-sanctions-list>`);
      let count = 0;
      for await (const _ of readSeco({ list }, 'test-list', () => {}, new Room('list', characters))) count++;
      return count;
    };
    const tooLarge = expect.objectContaining({ name: 'BrokenFile' });

    it('ends with an error when the places of one target take too much', async () => {
      const place = `<place ssid="9"><location>${'x'.repeat(1_000)}</location></place>`;
      const addresses = (count: number): string =>
        Array.from(
          { length: count },
          (_, n) => `<address place-id="9"><address-details>${n} Test Street</address-details></address>`,
        ).join('');
      await expect(readWith(20_000, target(1, addresses(2)), place)).resolves.toBe(1);
      await expect(readWith(20_000, target(1, addresses(20)), place)).rejects.toThrow(tooLarge);
    });

    it('ends with an error when the programmes take too much', async () => {
      const program = `<sanctions-program><program-name>${'x'.repeat(6_000)}</program-name><sanctions-set ssid="1"/></sanctions-program>`;
      await expect(readWith(5_000, program)).rejects.toThrow(tooLarge);
    });

    it('gives back what a target took when its entry is returned', async () => {
      const program = `<sanctions-program><program-name>${'x'.repeat(6_000)}</program-name><sanctions-set ssid="1"/></sanctions-program>`;
      const targets = [1, 2, 3].map((id) => target(id, '', '<sanctions-set-id>1</sanctions-set-id>'));
      await expect(readWith(20_000, program, ...targets)).resolves.toBe(3);
    });
  });

  it('bounds the spellings of a name, and keeps the others as a remark', async () => {
    const part = (order: number): string =>
      `<name-part order="${order}"><value>a${order}</value>${['b', 'c', 'd'].map((letter) => `<spelling-variant script="LATN">${letter}${order}</spelling-variant>`).join('')}</name-part>`;
    const list = `<swiss-sanctions-list><target ssid="1"><individual><identity><name name-type="primary-name">${[1, 2, 3].map(part).join('')}</name></identity></individual></target></swiss-sanctions-list>`;
    const { entries, issues } = await readAll(seco, { list });
    expect(entries[0]!.names).toHaveLength(24);
    expect(entries[0]!.remarks).toBe('Spellings: a1, b1, c1, d1 / a2, b2, c2, d2 / a3, b3, c3, d3');
    expect(issues).toMatchObject([{ kind: 'odd', field: 'names' }]);
  });
});
