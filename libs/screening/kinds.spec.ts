import { addressKey, isCryptoAddress } from './crypto-address';
import { imoNumber } from './imo-number';
import { ScreeningIndex } from './screening-index';
import type { ScreeningSubject } from './screening-subject';
import { company, entry, person, vessel } from './testing/list-entries';
import { WEIGHTS } from './weights';

const IMO = '9187629';
const OTHER_IMO = '9074729';
const BASE58 = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const HEX = '0x52908400098527886E0F7030069857D2E4169EE7';
const BECH32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const LOWEST = { threshold: 0.5 };
const idsOf = (index: ScreeningIndex, subject: ScreeningSubject, options = LOWEST): string[] =>
  index.screen(subject, options).map(({ entry: { id } }) => id);
const withId = (subject: ScreeningSubject, type: string, value: string): ScreeningSubject => ({
  ...subject,
  identifiers: [{ type, value }],
});

describe('a vessel', () => {
  const tanker = entry(['SOL'], {
    id: 'tanker',
    schema: 'Vessel',
    countries: ['PA'],
    identifiers: [
      { type: 'imo number', value: `IMO ${IMO}` },
      { type: 'call sign', value: 'C4LL5' },
      { type: 'mmsi', value: '572469210' },
    ],
  });
  const index = new ScreeningIndex([
    tanker,
    entry(['Sol'], { id: 'shop', schema: 'Company' }),
    entry(['Sol'], { id: 'unclear', schema: 'Other' }),
    entry(['Sol Sol'], { id: 'man' }),
    entry(['SOL'], { id: 'plane', schema: 'Aircraft' }),
  ]);

  it.each([
    company('Sol'),
    company('Shell'),
    company('SOL Ltd'),
    person('Sol'),
    { schema: 'Unknown' as const, names: ['Sol'] },
    { schema: 'Text' as const, names: ['freight of SOL in March'] },
  ])('is never like %j, at any threshold', (subject) => {
    expect(idsOf(index, subject)).not.toContain('tanker');
    expect(idsOf(new ScreeningIndex([tanker]), subject, { threshold: 0 })).toEqual([]);
  });

  it('is compared by its name with vessels, and with what may be one', () => {
    expect(idsOf(index, vessel('M/T Sol'))).toEqual(['tanker', 'unclear']);
    expect(index.screen(vessel('M/T Sol'))[0]).toMatchObject({ score: 1, subject_name: 'M/T Sol' });
    expect(idsOf(index, vessel('Shell'))).toEqual([]);
    expect(
      idsOf(
        new ScreeningIndex([entry(['Ocean Pearl Navigator'], { schema: 'Vessel' })]),
        vessel('MV OCEAN PERL NAVIGATOR'),
      ),
    ).toHaveLength(1);
  });

  it('is found by its IMO number under another name, however it is written', () => {
    for (const value of [IMO, `IMO ${IMO}`, `imo${IMO}`, `IMO-${IMO}`]) {
      const [match] = index.screen(withId(vessel('Ocean Pearl'), 'imo number', value));
      expect(match).toMatchObject({ entry: tanker, features: { identifiers: 'same' } });
      expect(match!.score).toBeGreaterThanOrEqual(WEIGHTS.same_identifier);
    }
  });

  it('is not found by a number whose check digit is wrong', () => {
    const wrong = `${IMO.slice(0, 6)}0`;
    const listed = new ScreeningIndex([
      entry(['SOL'], { schema: 'Vessel', identifiers: [{ type: 'imo number', value: wrong }] }),
    ]);
    expect(listed.screen(withId(vessel('Ocean Pearl'), 'imo number', wrong), LOWEST)).toEqual([]);
    expect(listed.screen(withId(vessel('Sol'), 'imo number', IMO))[0]).toMatchObject({ score: 1 });
  });

  it('of another IMO number is another vessel of this name', () => {
    const [match] = new ScreeningIndex([tanker]).screen(withId(vessel('Sol'), 'imo number', OTHER_IMO), LOWEST);
    expect(match).toMatchObject({
      score: 1 + WEIGHTS.other_imo_number,
      features: { identifiers: 'different IMO number', identifiers_term: WEIGHTS.other_imo_number },
    });
  });

  it('is found by its call sign, its MMSI and another spelling of them', () => {
    expect(idsOf(index, withId(vessel('Ocean Pearl'), 'call sign', 'c-4ll5'))).toEqual(['tanker']);
    expect(idsOf(index, withId(vessel('Ocean Pearl'), 'mmsi', '572 469 210'))).toEqual(['tanker']);
    expect(idsOf(index, withId(vessel('Ocean Pearl'), 'call sign', 'C4LL6'))).toEqual([]);
  });

  it('compares its flag as a country', () => {
    const score = (countries: string[]) => index.screen({ ...vessel('Sol'), countries })[0]!.score;
    expect(score(['PA'])).toBe(1);
    expect(score(['LR'])).toBeLessThanOrEqual(1);
    const [match] = new ScreeningIndex([tanker]).screen({ ...vessel('Sol'), countries: ['LR'] });
    expect(match).toMatchObject({ score: 1 + WEIGHTS.other_country });
  });
});

describe('an aircraft', () => {
  const index = new ScreeningIndex([
    entry(['EP-MNF'], {
      id: 'plane',
      schema: 'Aircraft',
      identifiers: [{ type: 'aircraft serial number', value: '1023' }],
    }),
    entry(['Jet of the President'], {
      id: 'jet',
      schema: 'Aircraft',
      identifiers: [{ type: 'aircraft tail number', value: 'XX-TST1' }],
    }),
    entry(['EP-MNF'], { id: 'firm', schema: 'Company' }),
  ]);
  const aircraft = (name: string, type = 'aircraft tail number'): ScreeningSubject =>
    withId({ schema: 'Aircraft', names: [name] }, type, name);

  it('is found by its tail number, with and without the hyphen and in each case', () => {
    for (const tail of ['EP-MNF', 'EPMNF', 'ep mnf']) expect(idsOf(index, aircraft(tail))).toEqual(['plane']);
    expect(idsOf(index, aircraft('XXTST1'))).toEqual(['jet']);
  });

  it('is not found by another tail number, or by a name', () => {
    expect(idsOf(index, aircraft('EP-MNE'))).toEqual([]);
    expect(idsOf(index, { schema: 'Aircraft', names: ['Jet of the President'] })).toEqual([]);
    expect(idsOf(index, company('EP-MNF'))).toEqual(['firm']);
    expect(idsOf(index, { schema: 'Unknown', names: ['Jet of the President'] })).toEqual([]);
  });

  it('is found by its serial number under another tail number', () => {
    expect(idsOf(index, withId({ schema: 'Aircraft', names: ['YV-1'] }, 'aircraft serial number', '1023'))).toEqual([
      'plane',
    ]);
  });
});

describe('an address of crypto-assets', () => {
  const index = new ScreeningIndex([
    entry(['Viktor Orlan'], {
      id: 'man',
      identifiers: [{ type: 'digital currency address xbt', value: BASE58 }],
    }),
    entry(['Zembla Exchange'], {
      id: 'firm',
      schema: 'Company',
      identifiers: [{ type: 'digital currency address eth', value: HEX }],
    }),
    entry([BECH32], {
      id: 'wallet',
      schema: 'Wallet',
      identifiers: [{ type: 'digital currency address', value: BECH32 }],
    }),
  ]);
  const paidTo = (account: string, subject: ScreeningSubject = company('Acme Trading')) =>
    idsOf(index, withId(subject, 'account', account));

  it('is found exactly, whatever the subject is', () => {
    const subjects = [
      company('Acme'),
      person('Ann Lee'),
      vessel('Pearl'),
      { schema: 'Unknown' as const, names: ['A'] },
    ];
    for (const subject of subjects) {
      expect(paidTo(BASE58, subject)).toEqual(['man']);
      expect(paidTo(HEX, subject)).toEqual(['firm']);
    }
    expect(paidTo(BECH32, { schema: 'Wallet', names: [BECH32] })).toEqual(['wallet']);
  });

  it('is found in another case if its form has none, and otherwise not', () => {
    expect(paidTo(HEX.toLowerCase())).toEqual(['firm']);
    expect(paidTo(BECH32.toUpperCase())).toEqual(['wallet']);
    expect(paidTo(BASE58.toLowerCase())).toEqual([]);
    expect(paidTo(BASE58.replace('Boat', 'boat'))).toEqual([]);
  });

  it('is found by a score that says why', () => {
    const [match] = index.screen(withId(company('Acme'), 'account', HEX));
    expect(match).toMatchObject({ features: { identifiers: 'same' } });
    expect(match!.score).toBeGreaterThanOrEqual(WEIGHTS.same_identifier);
  });

  it('is told from other accounts and from names', () => {
    for (const value of [BASE58, HEX, BECH32, BECH32.toUpperCase()]) expect(isCryptoAddress(value)).toBe(true);
    for (const value of ['GB29NWBK60161331926819', 'DE89370400440532013000', 'Acme Trading', '123456789', '0x12', '']) {
      expect(isCryptoAddress(value)).toBe(false);
    }
    expect(addressKey(` ${HEX} `)).toBe(HEX.toLowerCase());
    expect(addressKey(BASE58)).toBe(BASE58);
  });
});

it('reads an IMO number with a valid check digit only', () => {
  for (const text of [IMO, `IMO ${IMO}`, `imo no. ${IMO}`, `IMO: ${IMO}`, `IMO number ${IMO}`]) {
    expect(imoNumber(text)).toBe(IMO);
  }
  for (const text of ['9187620', '918762', `${IMO}1`, 'IMO', '', `${IMO} ${IMO}`])
    expect(imoNumber(text)).toBeUndefined();
});

describe('a gender', () => {
  const index = new ScreeningIndex([
    entry(['Robin Orlan'], { id: 'm', gender: 'male' }),
    entry(['Robin Orlan'], { id: 'u' }),
    entry(['Robin Orlan'], { id: 'c', schema: 'Company', gender: 'male' }),
  ]);
  const scores = (subject: ScreeningSubject) =>
    Object.fromEntries(index.screen(subject).map(({ entry: { id }, score }) => [id, score]));

  it('lowers the score of a person of the other gender, and nothing raises one', () => {
    const plain = scores(person('Robin Orlan'));
    expect(plain).toMatchObject({ m: 1, u: 1 });
    expect(scores({ ...person('Robin Orlan'), gender: 'male' })).toEqual(plain);
    expect(scores({ ...person('Robin Orlan'), gender: 'female' })).toEqual({ ...plain, m: 1 + WEIGHTS.other_gender });
    const [, match] = index.screen({ ...person('Robin Orlan'), gender: 'female' });
    expect(match!.features).toMatchObject({ other_gender: 'male', other_gender_term: WEIGHTS.other_gender });
  });
});
