import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assessment } from '@probity/contracts/customers/events';
import { FACTORS } from '@probity/contracts/customers/words';
import { COMPLIANCE_FLAGS } from './compliance-flags';
import { COUNTRY_LISTS } from './country-risk-data';
import { requiresEdd } from './edd';
import { checkIdentity } from './kyc-checks';
import { KYC_TRANSITIONS } from './kyc-transitions';
import { scoreCustomer } from './score-customer';
import type { ScoringInput } from './scoring-input';
import { checkModel, DEFAULT_MODEL, EDD_TRIGGERS } from './scoring-model';
import { anna, softwareHouse } from './testing/customers';

const text = readFileSync(join(__dirname, '../../docs/reference/scoring-model.md'), 'utf8').replace(/ +/g, ' ');
const rows = tableRows(text);
const json = [...text.matchAll(/```json\n(.*?)\n```/gs)].map(([, block]) => JSON.parse(block!) as unknown);
const row = (...cells: (string | number)[]) =>
  rows.filter((each) => cells.every((cell) => each.includes(String(cell)))).length;

describe('docs/reference/scoring-model.md agrees with the code:', () => {
  it('weights and bands', () => {
    for (const [factor, weight] of Object.entries(DEFAULT_MODEL.weights)) expect(row(factor, `${weight} %`)).toBe(1);
    for (const [rating, from] of Object.entries({ low: 0, ...DEFAULT_MODEL.bands })) expect(row(rating, from)).toBe(1);
  });

  it('points', () => {
    for (const [factor, points] of Object.entries(DEFAULT_MODEL.points)) {
      for (const [finding, value] of Object.entries<number | object>(points)) {
        const shown = typeof value === 'number' ? String(value) : Object.values(value).join(' / ');
        expect([finding, row(`${factor}.${finding}`, shown)]).toEqual([finding, 1]);
      }
    }
    const { resolved, decay } = DEFAULT_MODEL.alerts;
    for (const [resolution, percent] of Object.entries(resolved)) expect(text).toContain(`${resolution} ${percent} %`);
    for (const { days, percent } of decay) expect(text).toContain(`${days} days ${percent} %`);
  });

  it('floors', () => {
    for (const [floor, level] of Object.entries(DEFAULT_MODEL.floors))
      expect([floor, row(floor, level)]).toEqual([floor, 1]);
  });

  it('countries', () => {
    for (const { tier, title, as_of, countries } of COUNTRY_LISTS) {
      expect([title, row(tier, title, as_of, countries.join(', '))]).toEqual([title, 1]);
    }
  });

  it('triggers, flags, checks and transitions', () => {
    for (const trigger of EDD_TRIGGERS) {
      expect([trigger, row(trigger, DEFAULT_MODEL.edd_triggers.includes(trigger) ? 'yes' : 'no')]).toEqual([
        trigger,
        1,
      ]);
    }
    expect(text).toContain(
      COMPLIANCE_FLAGS.map((flag) => `\`${flag}\``)
        .join(', ')
        .replace('`high_risk_country`', '`high_risk_country` (call for action, too)'),
    );
    const people = [anna, { ...softwareHouse, identity_documents: anna.identity_documents }];
    const dated = { ...people[1]!, related_parties: [{ name: 'A B', date_of_birth: '1990-01-01' }] };
    for (const { check } of [people[0]!, dated].flatMap((one) => checkIdentity(one, '2026-11-20').checks)) {
      expect([check, rows.filter(([first]) => first === check).length]).toEqual([check, 1]);
    }
    for (const { from, to, by, why } of KYC_TRANSITIONS) expect(row(from, to, by.join(', '), why)).toBe(1);
  });

  it('settings that are accepted', () => expect(checkModel(json[0]).problems).toEqual([]));

  it.each([1, 2])('example %d', (number) => {
    const given = json[number] as ScoringInput;
    const input = { ...given, kyc: checkIdentity(given.profile, given.as_of) };
    const assessment = scoreCustomer(input, DEFAULT_MODEL);
    const example = text.split('## Two examples')[1]!.split('```json')[number]!;
    expect(tableRows(example).slice(1)).toEqual(
      assessment.reasons.map(({ factor, points, reason }) => [factor, String(points), reason]),
    );
    expect(example).toContain(`${weighted(assessment)}. The`);
    expect(example).toContain(`lifts it: composite ${assessment.composite_score}, rating ${assessment.rating}.`);
    const triggers = requiresEdd(input, assessment, DEFAULT_MODEL).reasons.map((reason) => reason.split(':')[0]);
    expect(triggers).toEqual(number === 1 ? [] : ['rating', 'country_high_risk', 'opaque_ownership']);
  });
});

/** `0 × 20 % + … = 129` */
function weighted(assessment: Assessment): string {
  const parts = FACTORS.map((factor) => [assessment[`${factor}_score`], DEFAULT_MODEL.weights[factor]] as const);
  const sum = parts.reduce((total, [score, weight]) => total + score * weight, 0) / 100;
  return `Weighted: ${parts.map(([score, weight]) => `${score} × ${weight} %`).join(' + ')} = ${sum}`;
}

/** The cells of each row of each table, without backticks. */
function tableRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^[| -]+$/.test(line))
    .map((line) => line.slice(2, -2).replaceAll('`', '').split(' | '));
}
