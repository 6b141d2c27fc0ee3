import { followTheMoney } from './followthemoney';
import { readAll } from './testing/read-list';

const entity = (id: string, schema: string, properties: Record<string, unknown>, target = false) => ({
  id,
  caption: id,
  schema,
  properties,
  target,
});
const SANCTION = entity('s', 'Sanction', { entity: ['P'], program: ['Testland'], programId: ['TST'], country: ['us'] });
const PASSPORT = entity('d', 'Passport', { holder: ['P'], number: ['AB123'], country: ['by'], startDate: ['2001'] });
const LICENSE = entity('l', 'Identification', { holder: ['P'], number: ['L-44'], type: ['Driving license'] });
const ADDRESS = entity('a', 'Address', { full: ['1 Test Street'], country: ['ml'] });
const PERSON = { name: ['Ann Example'], topics: ['sanction'] };

const lines = (entities: object[]) => entities.map((each) => `${JSON.stringify(each)}\n`).join('');

describe('entities that describe an entry', () => {
  const described = {
    id: 'P',
    countries: ['BY', 'ML'],
    programs: ['Testland', 'TST'],
    identifiers: [
      { type: 'passport', value: 'AB123', country: 'BY' },
      { type: 'driving license', value: 'L-44' },
    ],
  };

  it('add to it, whether they come before or after it, and are no records that were left out', async () => {
    const person = entity('P', 'Person', { ...PERSON, addressEntity: ['a', 'unknown'] }, true);
    for (const list of [
      [SANCTION, PASSPORT, LICENSE, ADDRESS, person],
      [person, SANCTION, PASSPORT, LICENSE, ADDRESS],
    ]) {
      const { entries, issues } = await readAll(followTheMoney, { list: lines(list) });
      expect(entries).toMatchObject([described]);
      expect(entries[0]!.remarks).toContain('Address: 1 Test Street');
      expect(entries[0]!.remarks).toContain('issued 2001');
      expect(issues).toEqual([]);
    }
  });

  it('may be within it', async () => {
    const nested = { ...PERSON, sanctions: [SANCTION], identification: [PASSPORT, LICENSE], addressEntity: [ADDRESS] };
    const { entries } = await readAll(followTheMoney, { list: lines([entity('P', 'Person', nested, true)]) });
    expect(entries).toMatchObject([described]);
  });

  it('of a neighbour that is nested within it are not its own', async () => {
    const neighbour = entity('N', 'Person', { name: ['Bob'], sanctions: [SANCTION] });
    const nested = { ...PERSON, associates: [entity('x', 'Associate', { person: [neighbour] }), neighbour] };
    const { entries } = await readAll(followTheMoney, { list: lines([entity('P', 'Person', nested, true)]) });
    expect(entries).toMatchObject([{ id: 'P', programs: [], countries: [] }]);
  });
});
