import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { RULE_ID } from '../examples';
import { RULE_MODES } from '../monitoring-rules/words';
import { Id, nullable } from '../fields';

const Score = Type.Number({ minimum: 0, maximum: 1 });
const Version = Type.Integer({ minimum: 0 });
const ScorerVersion = Type.Integer({ minimum: 1 });

const RecomputedMatch = view(
  'RecomputedMatch',
  Type.Object({
    recorded_score: Score,
    recorded_threshold: Score,
    recorded_list_version: nullable(Version),
    recorded_scorer_version: nullable(ScorerVersion, {
      description: 'the version of the scorer that raised the alert; null: it was raised before versions were recorded',
    }),
    entry: Type.Enum(['unchanged', 'changed', 'removed'], {
      description: 'whether the list changed what is compared of the entry, or removed it',
    }),
    score_as_recorded: { ...Score, description: 'what the scorer of today gives for the recorded entry' },
    score: nullable(Score, { description: 'what it gives for the entry of today; null: the entry was removed' }),
    threshold: { ...Score, description: 'that applies to such a match in the settings of today' },
    list_version: nullable(Version),
    scorer_version: { ...ScorerVersion, description: 'of the scorer of today' },
  }),
);

const RecomputedRule = view(
  'RecomputedRule',
  Type.Object({
    rule_id: Id,
    recorded_version: Version,
    holds_as_recorded: nullable(Type.Boolean(), {
      description: 'whether the recorded definition holds for the recorded values; null: they do not say',
    }),
    version: nullable(Version, { description: 'of today; null: the rule does not exist' }),
    mode: nullable(Type.Enum(RULE_MODES)),
    holds: nullable(Type.Boolean(), {
      description: 'whether the definition of today holds for the recorded values; null: they do not say',
    }),
  }),
  { example: { rule_id: RULE_ID } },
);

export const Recomputation = view(
  'Recomputation',
  Type.Object({
    raises: nullable(Type.Boolean(), {
      description: 'whether it raises an alert today; null: the recorded evidence does not say',
    }),
    match: nullable(RecomputedMatch),
    rule: nullable(RecomputedRule),
    differences: Type.Array(Type.String(), {
      description: 'sentences: what differs today, and what cannot be repeated',
    }),
  }),
  {
    description:
      'What the evidence of an alert gives today. The subject and the values of the event are those of the evidence. ' +
      'Nothing is changed.',
    example: { raises: true, differences: ['the threshold was 0.7 and is 0.75'] },
  },
);
export type Recomputation = Static<typeof Recomputation>;
