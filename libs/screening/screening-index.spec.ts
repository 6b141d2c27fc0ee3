import fc from 'fast-check';
import type { ListEntry } from './list-entry';
import { scoreNames } from './score-names';
import { ScreeningIndex } from './screening-index';
import { WEIGHTS } from './weights';
import type { ScreeningSubject } from './screening-subject';
import { company, entry, person } from './testing/list-entries';

const idsOf = (index: ScreeningIndex, subject: ScreeningSubject): string[] =>
  index.screen(subject).map(({ entry: { id } }) => id);

describe('ScreeningIndex', () => {
  const bonaparte = entry([
    'Napoleon Bonaparte',
    'Наполеон Бонапарт',
    'Buonaparte, Napoleone',
    'ナポレオン・ボナパルト',
  ]);
  const deng = entry(['邓小平', "Teng Hsiao-p'ing"]);
  const krupp = entry(['Fried. Krupp AG', 'Krupp Werke'], { schema: 'Company' });
  const others = ['Horatio Nelson', 'Arthur Wellesley', 'Louis Bonaparte', 'Deng Yingchao', 'Emmy Noether'].map(
    (name) => entry([name]),
  );

  it('finds an entry by each of its names, and by other spellings of them', () => {
    const index = new ScreeningIndex([bonaparte, deng, krupp, ...others]);
    for (const { name } of bonaparte.names)
      expect(index.screen(person(name))[0]).toMatchObject({ entry: bonaparte, score: 1 });
    for (const name of [
      'NAPOLEAN BONAPARTE',
      'Bonaparte Napoleon',
      'NapoleonBonaparte',
      'Gen. N. Bonaparte',
      'noelopaN etrapanoB',
    ]) {
      expect(idsOf(index, person(name))).toContain(bonaparte.id);
    }
    for (const name of ['鄧小平', 'Deng Xiaoping', 'Дэн Сяопин']) expect(idsOf(index, person(name))).toEqual([deng.id]);
    for (const name of ['Krupp Werke GmbH', 'Крупп Верке']) expect(idsOf(index, company(name))).toEqual([krupp.id]);
    expect(idsOf(index, person('Marie Curie'))).toEqual([]);
  });

  it('returns the names that matched, and the features that explain the match', () => {
    const index = new ScreeningIndex([bonaparte]);
    const [match] = index.screen(person('N. N.', 'Napoleon Buonapart'));
    expect(match).toMatchObject({ subject_name: 'Napoleon Buonapart', features: { compared: 'words of a person' } });
    expect(bonaparte.names.map(({ name }) => name)).toContain(match!.matched_name);
    expect(JSON.parse(JSON.stringify(match!.features))).toEqual(match!.features);
  });

  it('replaces an entry that is added again', () => {
    const index = new ScreeningIndex([bonaparte, ...others]);
    index.add({ ...bonaparte, names: [{ name: 'Jean Bernadotte', quality: 'primary' }] });
    expect(index.size).toBe(others.length + 1);
    expect(idsOf(index, person('Napoleon Bonaparte'))).toEqual([]);
    expect(idsOf(index, person('Jean Bernadotte'))).toEqual([bonaparte.id]);
  });

  it('no longer finds a removed entry, and still finds the others', () => {
    const numbered = entry(['Vasco da Gama'], { identifiers: [{ type: 'passport', value: 'P555111' }] });
    const index = new ScreeningIndex([bonaparte, deng, numbered, ...others]);
    index.remove('another list', numbered.id);
    for (const { id } of [bonaparte, deng, numbered]) index.remove('test', id);
    index.remove('test', bonaparte.id);
    expect(index.size).toBe(others.length);
    for (const { name } of [...bonaparte.names, ...deng.names, ...numbered.names]) {
      expect(idsOf(index, person(name))).toEqual([]);
    }
    expect(index.screen({ ...person('X'), identifiers: [{ value: 'P555111' }] })).toEqual([]);
    for (const { id, names } of others) expect(idsOf(index, person(names[0]!.name))).toEqual([id]);
    index.add(bonaparte);
    expect(idsOf(index, person('Napoleon Bonaparte'))).toEqual([bonaparte.id]);
  });

  it('distinguishes entries with the same id in different lists', () => {
    const index = new ScreeningIndex([bonaparte, { ...bonaparte, list: 'tenant' }]);
    expect(index.screen(person('Napoleon Bonaparte')).map(({ entry: { list } }) => list)).toEqual(['tenant', 'test']);
    index.remove('test', bonaparte.id);
    expect(index.screen(person('Napoleon Bonaparte')).map(({ entry: { list } }) => list)).toEqual(['tenant']);
  });

  it('returns the best hits first, up to the limit, none below the threshold, and only accepted entries', () => {
    const index = new ScreeningIndex(
      ['Werner Heisenburk', 'Werner Heisenberg', 'Werner Heisenburg'].map((name) => entry([name])),
    );
    const scores = (options: Parameters<ScreeningIndex['screen']>[1]): number[] =>
      index.screen(person('Werner Heisenberg'), options).map(({ score }) => score);
    expect(scores({})).toHaveLength(3);
    expect(scores({})).toEqual([...scores({})].sort((a, b) => b - a));
    expect(scores({ limit: 2 })).toEqual(scores({}).slice(0, 2));
    expect(scores({ threshold: 0.99 })).toEqual([1]);
    expect(scores({ accepts: ({ names }) => names[0]!.name !== 'Werner Heisenberg' })).toEqual(scores({}).slice(1));
  });

  it('finds an entry by an identifier alone', () => {
    const holder = entry(['Vasco da Gama'], { identifiers: [{ type: 'passport', value: 'P 555-111', country: 'PT' }] });
    const index = new ScreeningIndex([holder, ...others]);
    const [match] = index.screen({
      ...person('Ingrid Solberg'),
      identifiers: [{ type: 'Passport', value: 'p555111' }],
    });
    expect(match).toMatchObject({ entry: holder, features: { identifiers: 'same' } });
    expect(match!.score).toBeGreaterThanOrEqual(0.95);
  });

  it('changes the score of similar names by dates and countries', () => {
    const known = { birth_dates: ['1901-12-05'], countries: ['DE'] };
    const index = new ScreeningIndex([entry(['Werner Karl Heisenburg'], known)]);
    const asked = person('Werner Heisenbarg');
    const plain = index.screen(asked, { threshold: 0.6 })[0]!.score;
    const scoreWith = (facts: Partial<ScreeningSubject>): number =>
      index.screen({ ...asked, ...facts }, { threshold: 0.3 })[0]!.score;
    expect(scoreWith({ birth_date: '1901-12-05', countries: ['DE'] })).toBeGreaterThan(plain);
    expect(scoreWith({ birth_date: '1930', countries: ['FR'] })).toBeLessThan(plain);
  });

  it('returns a hit for a weak alias only if the spelling is the same, but uses it to support another name', () => {
    const weak = entry(['Ernesto Guevara de la Serna', { name: 'Comandante', quality: 'weak' }]);
    const index = new ScreeningIndex([weak]);
    expect(idsOf(index, person('Comandanto'))).toEqual([]);
    expect(index.screen(person('COMANDANTE'))[0]).toMatchObject({ entry: weak, matched_name: 'Comandante', score: 1 });
    const alone = index.screen(person('Ernesto Guevarra'))[0]!;
    const supported = index.screen(person('Ernesto Guevarra', 'Comandanto'))[0]!;
    expect(supported.score).toBeCloseTo(alone.score + WEIGHTS.second_name, 3);
    expect(supported.features).toMatchObject({ second_name_term: WEIGHTS.second_name });
  });

  it('reduces the score of equal names between a person and a company, and returns no hit for a vessel', () => {
    const ship = entry(['Hamilcar Barca'], { id: 'a', schema: 'Other' });
    const firm = entry(['Hamilcar Barca'], { id: 'b', schema: 'Company' });
    const man = entry(['Hamilcar Barca'], { id: 'c' });
    const index = new ScreeningIndex([ship, firm, man]);
    expect(index.screen(person('Hamilcar Barca')).map(({ entry: { id }, score }) => [id, score])).toEqual([
      ['c', 1],
      ['b', 1 + WEIGHTS.other_schema],
    ]);
    expect(idsOf(index, company('Hamilcar Barca'))).toEqual(['b', 'c']);
    expect(idsOf(index, person('Hamilcar Barcas'))).toEqual(['c']);
    expect(idsOf(index, { schema: 'Unknown', names: ['Hamilcar Barca'] })).toEqual(['a', 'b', 'c']);
  });

  it('keeps matches below the threshold of their entry from the places of others', () => {
    const strict = ['a', 'b', 'c'].map((id) => entry(['Werner Karl Heisenburg'], { id }));
    const index = new ScreeningIndex([...strict, entry(['Werner Karl Heisenburg'], { id: 'd' })]);
    const thresholdOf = ({ id }: ListEntry) => (id === 'd' ? 0.7 : 1);
    const matches = index.screen(person('Werner Heisenbarg'), { threshold: 0.7, limit: 1, thresholdOf });
    expect(matches.map(({ entry: { id } }) => id)).toEqual(['d']);
  });

  it('scores with other weights when it is asked to', () => {
    const index = new ScreeningIndex([entry(['Hamilcar Barca'], { countries: ['TN'] })]);
    const asked = { ...person('Hamilcar Barca'), countries: ['FR'] };
    const scoreWith = (weights = WEIGHTS) => index.screen(asked, { threshold: 0, weights })[0]!.score;
    expect(scoreWith()).toBeCloseTo(1 + WEIGHTS.other_country);
    expect(scoreWith({ ...WEIGHTS, other_country: -0.4 })).toBeCloseTo(0.6);
  });

  it('finds nothing for names without letters', () => {
    const index = new ScreeningIndex([bonaparte, entry(['???'])]);
    expect(index.screen(person('', '---', '???'))).toEqual([]);
    expect(index.screen(person())).toEqual([]);
  });

  it('finds the same after changes as an index that is built from the resulting entries', () => {
    const word = fc.constantFrom(
      'Ali',
      'Hassan',
      'Omar',
      'Yusuf',
      'Barca',
      'Nelson',
      'Kim',
      'Chol',
      'Abdullah',
      'Noether',
    );
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      names: fc.array(name, { minLength: 1, maxLength: 2 }),
      remove: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), name, (changes, asked) => {
        const changed = new ScreeningIndex();
        const left = new Map<string, ListEntry>();
        for (const { id, names, remove } of changes) {
          if (remove) {
            changed.remove('test', id);
            left.delete(id);
          } else {
            const added = entry(names, { id });
            changed.add(added);
            left.set(id, added);
          }
        }
        const built = new ScreeningIndex(left.values());
        expect(changed.size).toBe(left.size);
        expect(changed.screen(person(asked))).toEqual(built.screen(person(asked)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the share of matches that the index misses', () => {
  const given =
    'Mohammad Ahmed Hassan Omar Abdul Sergei Vladimir Andrei Jose Juan Carlos Jean Pierre John James Kim Min Wei Fatima Elena'.split(
      ' ',
    );
  const family =
    'Khorasani Rahmani Barzanji Ould-Said Haddad Petrovsky Kuznetsov Tchernov Shcherbakov Zhukov Villanueva Echeverria Montenegro Dupont Lefebvre Fitzgerald MacDonald Chol Zhang Ivanova'.split(
      ' ',
    );
  const names = given.flatMap((first, i) =>
    family.map((last, j) =>
      (i + j) % 3 === 0 ? `${first} ${given[(i * 7 + j) % given.length]} ${last}` : `${first} ${last}`,
    ),
  );
  const entries = names.map((name) => entry([name]));
  const index = new ScreeningIndex(entries);

  const slips: ((name: string, at: number) => string)[] = [
    (name, at) => name.slice(0, at) + name.slice(at + 1),
    (name, at) => `${name.slice(0, at)}e${name.slice(at)}`,
    (name, at) => `${name.slice(0, at)}r${name.slice(at + 1)}`,
    (name, at) => name.slice(0, at) + name.slice(at + 1, at + 2) + name.slice(at, at + 1) + name.slice(at + 2),
    (name) => name.split(' ').reverse().join(' '),
    (name) => name.replace(/kh/gi, 'h').replace(/sh/g, 'sch').replace(/v/g, 'w').replace(/ou/g, 'u'),
    (name) => name.replace(' ', ''),
    (name) => name.replace(/^(\S)\S+/, '$1.'),
  ];

  it('is at most 1 % of the matches that comparing every name finds', () => {
    let expected = 0;
    let found = 0;
    names.forEach((name, n) => {
      if (n % 4 !== 0) return;
      const at = 1 + ((n * 7) % (name.length - 2));
      const once = slips[n % slips.length]!(name, at);
      const asked = n % 2 === 0 ? once : slips[(n * 3) % 4]!(once, 1 + ((n * 11) % (once.length - 2)));
      const hits = new Set(idsOf(index, person(asked)));
      for (const { id, names: known } of entries) {
        if (scoreNames('Person', asked, known[0]!.name).score < 0.7) continue;
        expected++;
        if (hits.has(id)) found++;
      }
    });
    expect(expected).toBeGreaterThan(100);
    expect(found / expected).toBeGreaterThanOrEqual(0.99);
  });
});
