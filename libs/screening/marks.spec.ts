import type { ListEntry } from './list-entry';
import { ScreeningIndex } from './screening-index';
import { DEFAULT_THRESHOLD } from './score-names';
import { company, entry, vessel } from './testing/list-entries';
import { WEIGHTS } from './weights';

const aircraft = (name: string, known: Record<string, string>) => ({
  schema: 'Aircraft' as const,
  names: [name],
  identifiers: Object.entries(known).map(([type, value]) => ({ type, value })),
});
const TAIL = 'aircraft tail number';
const SERIAL = 'aircraft serial number';
const plane = (name: string, serial: string): ListEntry =>
  entry([name], { id: serial, schema: 'Aircraft', identifiers: [{ type: SERIAL, value: serial }] });

describe('the serial number of an aircraft', () => {
  const index = new ScreeningIndex([
    plane('YK-AVA', '836'),
    plane('EP-MNF', '8401'),
    plane('Jet of the President', '27'),
  ]);

  it('of at least four characters is a match that is not critical, because each manufacturer counts anew', () => {
    const [match] = index.screen(aircraft('YV-1', { [SERIAL]: '8401' }));
    expect(match).toMatchObject({
      score: 0.8,
      features: { identifiers: 'same serial number' },
    });
    expect(match!.score).toBeCloseTo(WEIGHTS.same_identifier - WEIGHTS.same_number_other_kind);
    expect(match!.score).toBeGreaterThanOrEqual(DEFAULT_THRESHOLD);
    expect(match!.score).toBeLessThan(0.85);
  });

  it('that is shorter is no match alone', () => {
    expect(index.screen(aircraft('YV-1', { [SERIAL]: '836' }))).toEqual([]);
    const [found] = index.screen(aircraft('YV-1', { [SERIAL]: '836' }), { threshold: 0 });
    expect(found).toMatchObject({ entry: { id: '836' }, features: { identifiers: 'same short serial number' } });
  });

  it('that is shorter finds the aircraft of this name', () => {
    for (const [name, serial] of [
      ['Jet of the President', '27'],
      ['YK-AVA', '836'],
    ] as const) {
      expect(index.screen(aircraft(name, { [SERIAL]: serial }))).toMatchObject([
        { entry: { id: serial }, score: 1, features: { identifiers: 'same short serial number' } },
      ]);
    }
    expect(index.screen(aircraft('YK-AVA', { [TAIL]: 'YKAVA', [SERIAL]: '836' }))).toMatchObject([
      { entry: { id: '836' }, features: { identifiers: 'same' } },
    ]);
    expect(index.screen(aircraft('Other', { [SERIAL]: '7' }), { threshold: 0 })).toEqual([]);
  });

  it.each(['MSN 8401', 'msn8401', 'MSN: 8401', 'S/N 8401', 'Serial No. 8401', 'serial number 8401', 'c/n 8401'])(
    'is found with its label: %s',
    (value) => expect(index.screen(aircraft('YV-1', { [SERIAL]: value }))).toHaveLength(1),
  );
});

describe('a tail number', () => {
  it.each([
    ['EP-MNF', '\u0415\u0420-MNF'],
    ['EP-MNF', 'EP-\u041CNF'],
    ['EP-MNF', '\u0395\u03A1-\u039C\u039DF'],
    ['RA-02795', '\u0420\u0410-02795'],
    ['EP-MNF', 'Reg. EP-MNF'],
    ['EP-MNF', 'tail no. ep-mnf'],
  ])('%s is found as %s', (name, written) => {
    const index = new ScreeningIndex([entry([name], { schema: 'Aircraft' })]);
    expect(index.screen(aircraft('A', { [TAIL]: written }))).toMatchObject([{ features: { identifiers: 'same' } }]);
  });

  it('of other letters is another one', () => {
    const index = new ScreeningIndex([entry(['EP-MNF'], { schema: 'Aircraft' })]);
    expect(index.screen(aircraft('A', { [TAIL]: '\u042FP-MNF' }))).toEqual([]);
  });
});

describe('an identifier of a vessel', () => {
  const index = new ScreeningIndex([
    entry(['SOL NAVIGATOR'], {
      schema: 'Vessel',
      identifiers: [
        { type: 'imo number', value: '9187629' },
        { type: 'mmsi', value: '572469210' },
        { type: 'call sign', value: '3FKH9' },
      ],
    }),
  ]);

  it.each([
    ['mmsi', 'MMSI 572469210'],
    ['mmsi', 'mmsi no. 572 469 210'],
    ['call sign', 'C/S 3FKH9'],
    ['call sign', 'Call sign: 3FKH9'],
    ['call sign', '3F\u041AH9'],
    ['imo number', 'IMO No. 9187629'],
  ])('is found with its label: %s %s', (type, value) => {
    const subject = { ...vessel('Ocean Pearl'), identifiers: [{ type, value }] };
    expect(index.screen(subject)).toMatchObject([{ features: { identifiers: 'same' } }]);
  });

  it.each(['IMO 9187629', 'OCEAN PEARL IMO 9187629', 'Ocean Pearl (IMO: 9187629)', 'imo no. 9187629 Pearl'])(
    'is found in the name: %s',
    (name) => expect(index.screen(vessel(name))).toMatchObject([{ features: { identifiers: 'same' } }]),
  );

  it('is found in a listed name', () => {
    const listed = new ScreeningIndex([entry(['Ocean Pearl IMO 9187629'], { schema: 'Vessel' })]);
    const subject = { ...vessel('Sol'), identifiers: [{ type: 'imo number', value: '9187629' }] };
    expect(listed.screen(subject)).toHaveLength(1);
  });

  it('needs its label in a name, and a valid check digit', () => {
    for (const name of ['OCEAN PEARL 9187629', 'OCEAN PEARL IMO 9187620', 'PRIMO 9187629']) {
      expect(index.screen(vessel(name))).toEqual([]);
    }
    expect(index.screen({ schema: 'Unknown', names: ['OCEAN PEARL IMO 9187629'] })).toEqual([]);
  });
});

describe('the IMO number of a company that owns ships', () => {
  const OWNER = '5342883';
  const shipowner = (schema: ListEntry['schema']) =>
    new ScreeningIndex([
      entry(['Sol Lines'], { schema, identifiers: [{ type: 'imo number', value: `IMO ${OWNER}` }] }),
    ]);
  const withNumber = (type?: string) => ({
    ...company('Acme'),
    identifiers: [{ value: OWNER, ...(type && { type }) }],
  });

  it('finds the company, although the last digit is no check digit', () => {
    for (const subject of [withNumber(), withNumber('imo number')]) {
      expect(shipowner('Company').screen(subject)).toMatchObject([{ features: { identifiers: 'same' } }]);
      expect(shipowner('Vessel').screen(subject)).toEqual([]);
    }
  });

  it('supports the match of a company whose registration number it is', () => {
    const subject = { ...withNumber('registration number'), names: ['Sol Lines'] };
    expect(shipowner('Company').screen(subject)).toMatchObject([
      { features: { identifiers: 'same number, another kind' } },
    ]);
  });
});
