import { KeyTable } from './blocking/key-table';
import { ScreeningIndex } from './screening-index';
import { scorePair } from './score-pair';
import { EVERYDAY_TEXTS } from './testing/everyday-texts';
import { company, entry, person, text, vessel } from './testing/list-entries';
import { WEIGHTS } from './weights';

const orlan = entry(['Viktor Orlan', 'Виктор Орлан', { name: 'The Eagle', quality: 'weak' }], { id: 'orlan' });
const haddad = entry(['Hassan bin Ali al-Haddadi', 'Abu Yusuf'], { id: 'haddad' });
const common = entry(['Mohamed Ali', 'John Smith'], { id: 'common' });
const meridian = entry(['Meridian Zembla Shipping LLC', 'Zemblatrans'], { id: 'meridian', schema: 'Company' });
const front = entry(['FRONT OF ZEMBLA AL-QAREEB'], { id: 'front', schema: 'Company' });
const li = entry(['LI, Shangwei'], { id: 'li' });
const zembo = entry(['Kwang Il ZEMBO'], { id: 'zembo' });
const aquilotti = entry(["Bruno DELL'AQUILOTTI"], { id: 'aquilotti' });
const bank = entry(['Central Bank of Syria'], { id: 'bank', schema: 'Company' });
/** Names that everyday texts have by chance. */
const chance = [
  'Consulting Services',
  'Happy Holiday Travel',
  'Invoice Services Ltd',
  'Main Street Market',
  'Premium Office Supplies',
  'Life Insurance Company',
  'Software',
  'Construction Work Ltd',
  'Green Park',
  'First Quarter',
  "D'S SUPERMARKET COMPANY LTD.",
].map((name) => entry([name], { schema: 'Company' }));
const persons = ['Anna Miller', 'Sarah Tom', 'Dr Miller', 'Mai Li', 'Park', 'Salary', 'April May'].map((name) =>
  entry([name]),
);
const index = new ScreeningIndex([
  ...[orlan, haddad, common, meridian, front, li, zembo, aquilotti, bank, ...chance, ...persons],
  entry(['Central Station'], { schema: 'Vessel' }),
  entry(['Viktor Orlan'], { schema: 'Other', id: 'other' }),
]);

const found = (...texts: string[]) =>
  index.screen(text(...texts), { threshold: 0.5 }).map(({ entry: { id }, subject_name }) => [id, subject_name]);

describe('a text', () => {
  it.each([
    ['payment to VIKTOR ORLAN inv 2231', 'orlan', 'VIKTOR ORLAN'],
    ['ORLAN, VIKTOR: loan of March', 'orlan', 'ORLAN VIKTOR'],
    ['/RFB/2231/viktor orlan/rent', 'orlan', 'viktor orlan'],
    ['SVWZ+VIKTOR ORLAN EREF+NOTPROVIDED', 'orlan', 'VIKTOR ORLAN'],
    ['перевод Виктор Орлан за март', 'orlan', 'Виктор Орлан'],
    ['gift for Mr Hassan Ali Haddadi from his friends', 'haddad', 'Hassan Ali Haddadi'],
    ['invoice 17, Meridian Zembla Shipping, freight', 'meridian', 'Meridian Zembla Shipping'],
    ['freight by Zemblatrans, March', 'meridian', 'Zemblatrans'],
    ['fees of Central Bank of Syria', 'bank', expect.stringContaining('Central Bank of Syria')],
    ['Donation to FRONT OF ZEMBLA AL-QAREEB', 'front', 'FRONT OF ZEMBLA AL QAREEB'],
    ['donation to Front of Zembla al Qareeb', 'front', 'Front of Zembla al Qareeb'],
    ['Payment to LI SHANGWEI for goods', 'li', 'LI SHANGWEI'],
    ['goods of Shangwei Li in May', 'li', 'Shangwei Li'],
    ['goods of Kwang Il ZEMBO in May', 'zembo', 'Kwang Il ZEMBO'],
    ["rent of dell'Aquilotti Bruno", 'aquilotti', "dell'Aquilotti Bruno"],
    ["rent of Bruno Dell'Aquilotti", 'aquilotti', "Bruno Dell'Aquilotti"],
  ])('%j has a listed name', (given, id, excerpt) => {
    expect(found(given)).toEqual([[id, excerpt]]);
  });

  it.each([
    'Payment-to-Viktor-Orlan',
    'Miete-Viktor Orlan',
    'Viktor Orlan-Miete',
    'Viktor.Orlan.rent',
    'Rent!Viktor Orlan',
    'Viktor Orlan@rent',
    'Rent–Viktor Orlan',
    'Rent·Viktor Orlan',
    'Rent\\Viktor\\Orlan',
    '17-Viktor Orlan',
    '17Viktor Orlan2024',
    "Viktor Orlan's rent",
    'INV.A.B.C.D.E.F.G.H.I.J.K.L.M.N.O.P.Q.R.S.T.Viktor.Orlan',
    'Payment\u200bto\u200bViktor\u200bOrlan',
    'Vik\u00adtor Orl\u200dan',
    `Rent${'\n'.repeat(500)}Viktor Orlan`,
    `Rent ${'\u200b'.repeat(490)} Viktor Orlan`,
    'Ｖｉｋｔｏｒ Ｏｒｌａｎ',
  ])('hides no name by signs or space: %j', (given) => {
    expect(found(given).map(([id]) => id)).toEqual(['orlan']);
  });

  it('has names that are not searched, such as those of the customer', () => {
    const other = { ...text('payment of Viktor Orlan'), except: ['Orlan, Viktor'] };
    expect(index.screen(other)).toEqual([]);
    expect(index.screen({ ...other, except: ['Viktor'] })).toHaveLength(1);
    expect(index.screen({ ...text('for Viktor Orlan Haddadi'), except: ['Viktor Orlan'] })).toEqual([]);
    const longer = new ScreeningIndex([entry(['Viktor Orlan Haddadi'])]);
    expect(longer.screen({ ...text('for Viktor Orlan Haddadi'), except: ['Viktor Orlan'] })).toHaveLength(1);
  });

  it.each(['Anna Orlan; Viktor Schmidt', 'Anna Orlan | Viktor Schmidt'])('has two persons in %j', (given) => {
    expect(found(given)).toEqual([]);
  });

  it('takes no longer for an entry with a hundred spellings', () => {
    const spellings = Array.from({ length: 100 }, (_, n) => `${n % 2 ? 'Mr. ' : ''}Viktor${'!'.repeat(n)} Orlan`);
    const own = new ScreeningIndex(Array.from({ length: 20 }, (_, n) => entry(spellings, { id: `own-${n}` })));
    const began = process.cpuUsage();
    expect(own.screen(text('Viktor Orlan '.repeat(150)))).toHaveLength(20);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000); // it was 20 seconds and more
  });

  it.each([
    ['a part of a name', 'payment to Viktor, inv 2231'],
    ['other words between those of the name', 'Viktor pays the rent of Orlan'],
    ['a misspelled name', 'payment to Viktor Orlen'],
    ['the names of two persons', 'gift of Viktor and Orlan'],
    ['a weak alias', 'flight of The Eagle in April'],
    ['two names that very many people have', 'loan of John Smith to Mohamed Ali'],
    ['the words of a company without its distinctive one', 'Meridian Shipping freight'],
    ['the name of a vessel', 'taxi to Central Station'],
  ])('finds no one by %s', (_what, given) => {
    expect(found(given)).toEqual([]);
  });

  it.each(EVERYDAY_TEXTS)('of everyday finds no one: %s', (given) => {
    expect(found(given)).toEqual([]);
  });

  it('has a score below that of a name alone, and its features say why', () => {
    const [match] = index.screen(text('payment to VIKTOR ORLAN inv 2231'));
    expect(match).toMatchObject({
      matched_name: 'Viktor Orlan',
      subject_name: 'VIKTOR ORLAN',
      score: 1 + WEIGHTS.in_text,
      features: { in_text_term: WEIGHTS.in_text, name_score: 1 + WEIGHTS.in_text },
    });
    expect(scorePair(text('payment to VIKTOR ORLAN inv 2231'), orlan)).toBe(match!.score);
    expect(index.screen(text('payment to VIKTOR ORLAN'), { threshold: 0.85 })).toEqual([]);
  });

  it('is searched to its 2,000th character', () => {
    const words = 'word '.repeat(390);
    expect(found(`${words} Viktor Orlan`)).toEqual([['orlan', 'Viktor Orlan']]);
    expect(found(`${words.repeat(2)} Viktor Orlan`)).toEqual([]);
  });

  it('finds a name at each place', () => {
    for (let before = 0; before < 40; before++) {
      expect(found(`${'x1 '.repeat(before)}Viktor Orlan${' x1'.repeat(40)}`)).toEqual([['orlan', 'Viktor Orlan']]);
    }
  });

  it('no longer has the name of a removed entry', () => {
    const own = new ScreeningIndex([orlan, meridian]);
    own.remove(orlan.list, orlan.id);
    expect(own.screen(text('Viktor Orlan and Zemblatrans')).map(({ entry: { id } }) => id)).toEqual(['meridian']);
    own.add({ ...orlan, names: [{ name: 'Pavel Zemlin', quality: 'primary' }] });
    expect(own.screen(text('from Viktor Orlan'))).toEqual([]);
    expect(own.screen(text('from Pavel Zemlin'))).toHaveLength(1);
  });

  it('is no name: other subjects are compared as before', () => {
    expect(index.screen(person('Viktor Orlan'))[0]).toMatchObject({ score: 1 });
    expect(index.screen(company('Zemblatrans'))[0]).toMatchObject({ score: 1 });
    expect(index.screen(vessel('payment to VIKTOR ORLAN inv 2231'), { threshold: 0.9 })).toEqual([]);
  });
});

describe('KeyTable', () => {
  it('returns what was added and not removed, also after it has grown', () => {
    const table = new KeyTable();
    const valuesOf = (key: string): number[] => {
      const values: number[] = [];
      table.each(key, (value) => values.push(value));
      return values.sort((a, b) => a - b);
    };
    for (let n = 0; n < 3_000; n++) table.add(`k${n % 100}`, n);
    for (let n = 0; n < 3_000; n += 2) table.remove(`k${n % 100}`, n);
    table.remove('k1', 2);
    table.remove('no such key', 1);
    for (let n = 3_000; n < 9_000; n++) table.add(`k${n % 100}`, n);
    const expected = Array.from({ length: 9_000 }, (_, n) => n).filter((n) => n >= 3_000 || n % 2 === 1);
    for (let k = 0; k < 100; k++) expect(valuesOf(`k${k}`)).toEqual(expected.filter((n) => n % 100 === k));
  });
});
