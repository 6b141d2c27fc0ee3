import { scoreNames } from '../score-names';
import { ScreeningIndex } from '../screening-index';
import { entry, vessel } from '../testing/list-entries';
import { prepareVessel } from './prepare-vessel';
import { preparedReadings } from './prepared-readings';
import { readingsOfVessel } from './vessel-readings';

const index = new ScreeningIndex([
  entry(['OCEAN PEARL'], { id: 'pearl', schema: 'Vessel' }),
  entry(['SEA STAR'], { id: 'star', schema: 'Vessel' }),
  entry(['M/V LUNA (ex VESPER NAVIGATOR)'], { id: 'luna', schema: 'Vessel' }),
]);
const found = (name: string) => index.screen(vessel(name)).map(({ entry: { id }, score }) => [id, score]);

describe('the name of a vessel', () => {
  it.each(
    [
      ['Motor Vessel ', 'Motor Tanker ', 'TANKER ', 'Oil Tanker ', 'Bulk Carrier ', 'Fishing Vessel ', 'VLCC '],
      ['M.V.', 'M.V. ', 'MV-', 'MV ', 'M V ', 'M/V ', 'MT: ', 'M/T. ', 'F/V ', 'MS ', 'S/S ', 'VLCC M/T ', 'LNG/C '],
    ].flat(),
  )('is found without the kind before it: %sOCEAN PEARL', (kind) => {
    expect(found(`${kind}OCEAN PEARL`)).toEqual([['pearl', 1]]);
    expect(scoreNames('Vessel', 'OCEAN PEARL', `${kind}OCEAN PEARL`).score).toBe(1);
  });

  it('keeps words that are the name', () => {
    for (const name of ['Vessel 5', 'MV', 'Tanker', 'MSC Ocean', 'MV-5', 'SSANG', 'Container Ship 7']) {
      expect(prepareVessel(name).compact).toBe(name.toLowerCase().replace(/[^a-z\d]/g, ''));
    }
    expect(prepareVessel('IMO 9187629').compact).toContain('9187629');
    expect(prepareVessel('MV-OCEAN PEARL').original).toBe('MV-OCEAN PEARL');
  });

  it.each([
    'OCEAN PEARL (ex SEA STAR)',
    'OCEAN PEARL ex SEA STAR',
    'MV OCEAN PEARL (ex-MV SEA STAR)',
    'Sea Star, formerly Ocean Pearl',
    'OCEAN PEARL f.k.a. SEA STAR',
  ])('is found with each of its names: %s', (name) => {
    expect(found(name).sort()).toEqual([
      ['pearl', 1],
      ['star', 1],
    ]);
  });

  it('is found by each of the names that a list gives together', () => {
    for (const name of ['Luna', 'Vesper Navigator']) expect(found(name)).toEqual([['luna', 1]]);
  });

  it.each(['V.12', 'V12', 'VOY 012W', 'voyage no. 12', '(V.12)'])('is found without the voyage: %s', (voyage) => {
    expect(found(`MV OCEAN PEARL ${voyage}`)).toEqual([['pearl', 1]]);
    expect(found(`OCEAN PEARL ex SEA STAR ${voyage}`)).toContainEqual(['star', 1]);
  });

  it('keeps the numbers of a listed name, and others', () => {
    expect(preparedReadings('OCEAN PEARL V.12', prepareVessel, { ofList: true })).toHaveLength(1);
    expect(found('OCEAN PEARL 12')).toEqual([]);
    expect(readingsOfVessel('EX LIBRIS')).toEqual([]);
  });

  it('is found without its IMO number', () => {
    for (const name of ['OCEAN PEARL IMO 9187629', 'MV OCEAN PEARL (IMO: 9187620)', 'IMO ９１８７６２９ OCEAN PEARL']) {
      expect(found(name)).toEqual([['pearl', 1]]);
    }
  });
});
