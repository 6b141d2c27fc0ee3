import { scoreNames } from './score-names';
import { ScreeningIndex } from './screening-index';
import type { ScreeningSubject } from './screening-subject';
import { company, entry, person } from './testing/list-entries';

const idsOf = (index: ScreeningIndex, subject: ScreeningSubject): string[] =>
  index.screen(subject).map(({ entry: { id } }) => id);

describe('names with more or other words around them', () => {
  const bonaparte = entry(['Napoleon Bonaparte']);
  const krupp = entry(['Fried. Krupp AG', 'Krupp Werke'], { schema: 'Company' });

  it('finds acronyms, alternatives and names in texts, in both directions', () => {
    const research = entry(['Office for Northern Grain Research'], { schema: 'Company' });
    const acronym = entry(['KTPS'], { schema: 'Company' });
    const either = entry(['Olga Marlow or Volga Zorina']);
    const inText = entry(['Napoleon Bonaparte, Rue Imperiale 14, passport A1177342']);
    const index = new ScreeningIndex([research, acronym, either, inText, krupp, bonaparte]);
    const found = (subject: ScreeningSubject) => index.screen(subject).map(({ entry: { id } }) => id);
    expect(found(company('ONGR'))).toEqual([research.id]);
    expect(found(company('Kalmar Tin and Pewter Society'))).toEqual([acronym.id]);
    expect(found(person('Volga Zorina'))).toEqual([either.id]);
    expect(index.screen(person('Volga Zorina'))[0]!.matched_name).toBe('Olga Marlow or Volga Zorina');
    expect(found(person('payment for invoice 2281 to Olga Marlow for pumps'))).toEqual([either.id]);
    expect(found(person('Napoleon Bonaparte'))).toContain(inText.id);
    expect(found(company('freight charges krupp werke voyage 31'))).toEqual([krupp.id]);
    for (const { list, id } of [research, acronym, either, inText]) index.remove(list, id);
    expect(found(company('ONGR'))).toEqual([]);
    expect(found(person('Volga Zorina'))).toEqual([]);
  });

  it('finds a common name also when the subject adds words to it', () => {
    const common = entry(['Ivan Petrov']);
    const longer = entry(['Ivan Petrov Zubrowski']);
    const index = new ScreeningIndex([common, longer]);
    for (const name of ['Ivan Petrov Zyxander', 'Ivan Petrov x1', 'Ivan 77 Petrov'])
      expect(idsOf(index, person(name))).toContain(common.id);
    expect(idsOf(index, person('Ivan Petrov'))).toEqual([common.id]);
  });

  it('finds a name whatever is written between its words, and after them', () => {
    const abu = entry(['Abu Marlik']);
    const index = new ScreeningIndex([bonaparte, abu]);
    for (const name of [
      'Napoleon Lane Bonaparte',
      'payment Napoleon Marie Bonaparte',
      'Napoleon Bonaparte aka. Foo Bar',
    ])
      expect(idsOf(index, person(name))).toContain(bonaparte.id);
    expect(idsOf(index, person('Abu Marlik Robertson'))).toContain(abu.id);
  });

  it('wants a word that is certain when others are missing, or details that agree', () => {
    const listed = entry(['Tarib Abdullah Al-Samiri'], { birth_dates: ['1971-04-03'] });
    const index = new ScreeningIndex([listed]);
    expect(idsOf(index, person('Samiri Abdullah'))).toEqual([listed.id]);
    expect(idsOf(index, person('Sameri Abdullah'))).toEqual([]);
    expect(idsOf(index, { ...person('Sameri Abdullah'), birth_date: '1971-04-03' })).toEqual([listed.id]);
    expect(idsOf(index, person('Tareb Abdulah Al-Sameri'))).toEqual([listed.id]);
  });

  it('does not take two names of a chain for a whole name, unless they are spelled the same or details agree', () => {
    const listed = entry(['Yasir Munir'], { birth_dates: ['1971-04-03'] });
    const masri = entry(['Karim al-Masri']);
    const index = new ScreeningIndex([listed, masri]);
    expect(idsOf(index, person('Yasir Munir'))).toEqual([listed.id]);
    expect(idsOf(index, person('Yassir Mounir'))).toEqual([listed.id]);
    expect(idsOf(index, person('Yasir Munir Zayyat'))).toEqual([listed.id]);
    expect(idsOf(index, person('Yassir Mounir Zayyat'))).toEqual([]);
    expect(idsOf(index, person('ياسر منير الزيات'))).toEqual([]);
    expect(idsOf(index, { ...person('ياسر منير الزيات'), birth_date: '1971-04-03' })).toEqual([listed.id]);
    expect(idsOf(index, person('Karim Tariq al-Masri'))).toEqual([masri.id]);
    expect(idsOf(index, person('Tariq Karim al-Masri'))).toEqual([]);
    expect(idsOf(index, person('Muhammad Karim al-Masri'))).toEqual([masri.id]);
  });

  it('does not take a name that many people have for a misspelling of a rare one', () => {
    const rare = entry(['Nikita Venkov']);
    const index = new ScreeningIndex([rare]);
    for (const name of ['Nikita Venkow', 'Nikita Wenkov', 'Nikita Vencov'])
      expect(idsOf(index, person(name))).toEqual([rare.id]);
    expect(idsOf(index, person('Nikita Volkov'))).toEqual([]);
  });

  it('reads a misspelled legal form as one, but no word that can be spoken', () => {
    const limited = entry(['Marlovia LTDA'], { schema: 'Company' });
    const nonprofit = entry(['Zorvania ASBL'], { schema: 'Company' });
    const index = new ScreeningIndex([limited, nonprofit]);
    for (const name of ['Marlovia LDTA', 'Marlovia LTA', 'Marlovia LTeA'])
      expect(idsOf(index, company(name))).toEqual([limited.id]);
    expect(idsOf(index, company('Zorvania ABSL'))).toEqual([nonprofit.id]);
    expect(idsOf(index, company('Zorvania Abel'))).toEqual([]);
    expect(idsOf(index, company('Marlovia Lada'))).toEqual([]);
  });

  it('does not take a part of an entry for the name of others', () => {
    const listed = ['4711 CANADA, INC.', 'ZORIN BROOK, LLC (USA)', 'AL-MARLAN : KENYA BRANCH', 'INVERSIONES LDT, S.A.'];
    const index = new ScreeningIndex(listed.map((name) => entry([name], { schema: 'Company' })));
    for (const name of [
      '1234567 Canada Inc.',
      'Sunrise Bakery LLC (USA)',
      'Standard Bank, Kenya Branch',
      'Inversiones LTC',
    ])
      expect(idsOf(index, company(name))).toEqual([]);
    expect(scoreNames('Company', 'Military Unit 26165', 'Military Unit 74455').score).toBeLessThan(0.7);
  });
});
