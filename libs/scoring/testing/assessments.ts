import fc from 'fast-check';
import type { Assessment, Factor } from '@probity/contracts/customers/events';
import { FACTORS } from '@probity/contracts/customers/words';
import { checkModel, DEFAULT_MODEL, type ScoringModel } from '../scoring-model';
import { scoreCustomer } from '../score-customer';
import type { ScoringInput } from '../scoring-input';

export const score = (input: ScoringInput, model = DEFAULT_MODEL) => scoreCustomer(input, model);
export const modelWith = (changes: unknown): ScoringModel => {
  const { model, problems } = checkModel(changes);
  expect(problems).toEqual([]);
  return model!;
};
export const reasonsOf = ({ reasons }: Assessment, factor: string) =>
  reasons.filter((reason) => reason.factor === factor).map(({ points, reason }) => `${points} ${reason}`);
export const floorNames = ({ reasons }: Assessment) =>
  reasons.filter((reason) => reason.factor === 'floor').map((reason) => reason.reason.split(':')[0]);

export function weights(): fc.Arbitrary<Record<Factor, number>> {
  return fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }).map((cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), 100];
    return Object.fromEntries(FACTORS.map((factor, at) => [factor, edges[at + 1]! - edges[at]!])) as Record<
      Factor,
      number
    >;
  });
}
