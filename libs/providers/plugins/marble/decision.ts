import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { WebhookRejected } from '../../provider-signal';
import type { Finding } from '../../stage-call';

/**
 * The format of decisions and webhooks: https://docs.checkmarble.com/api/introduction/ with the OpenAPI document of
 * version 1 (https://github.com/checkmarble/marble-backend, `pubapi/openapi/v1.yml`),
 * https://docs.checkmarble.com/webhooks/available-events-and-webhooks-format/ and
 * https://docs.checkmarble.com/webhooks/receiving-webhooks/ (sources in https://github.com/checkmarble/docs).
 *
 * Not confirmed: whether a case event without a decision exists among the types that are read.
 */

const TITLE = 'Marble';
/** Of the rules that hit. */
const MAX_RULES = 20;
const MAX_TITLE_RULES = 300;

const Rule = Type.Object({ name: Type.String(), outcome: Type.Enum(['hit', 'no_hit', 'snoozed', 'error']) });

export const Decision = Type.Object({
  id: Type.String({ minLength: 1 }),
  batch_execution_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  outcome: Type.Enum(['approve', 'review', 'block_and_review', 'decline']),
  review_status: Type.Optional(Type.Union([Type.Enum(['pending', 'approve', 'decline']), Type.Null()])),
  scenario: Type.Object({ id: Type.String(), version: Type.String() }),
  score: Type.Integer(),
  trigger_object: Type.Object({ object_id: Type.String({ minLength: 1 }) }),
  rules: Type.Optional(Type.Union([Type.Array(Rule), Type.Null()])),
});
export type Decision = Static<typeof Decision>;

export const isDecisions = Compile(Type.Object({ data: Type.Array(Decision) }));

const WORDS = {
  review: { verb: 'asks to review', severity: 'medium' },
  block_and_review: { verb: 'blocked, and asks to review,', severity: 'high' },
  decline: { verb: 'declined', severity: 'high' },
} as const;

/**
 * The alert of a decision. The response to a call and the webhook about the same decision have the same key, and so
 * does a second decision of the scenario on the same object when an event is sent again. A batch decides on an object
 * repeatedly; there each decision has its own key.
 */
export function decisionFinding(decision: Decision): Finding | undefined {
  const { id, outcome, scenario, score, trigger_object, batch_execution_id } = decision;
  if (outcome === 'approve') return undefined;
  const { verb, severity } = WORDS[outcome];
  const { object_id } = trigger_object;
  const rules = rulesWith(decision, 'hit');
  const because = rules.length > 0 ? rules.join(', ').slice(0, MAX_TITLE_RULES) : `the score is ${score}`;
  const key = batch_execution_id ? `decision:${id}` : `decision:${scenario.id}:${object_id}`;
  return {
    alert: { key, alert_type: 'provider_decision', severity, title: `${TITLE} ${verb} ${object_id}: ${because}` },
    metadata: metadataOf(decision),
  };
}

/**
 * The alert of a decision that was blocked, and that a reviewer at Marble then declined.
 *
 * @throws WebhookRejected when the reviewed decision has no review
 */
export function reviewFinding(decision: Decision): Finding | undefined {
  if (!decision.review_status) throw new WebhookRejected('unreadable', 'the reviewed decision has no review');
  if (decision.review_status !== 'decline') return undefined;
  const title = `A reviewer at ${TITLE} declined ${decision.trigger_object.object_id}`;
  const alert = { key: `review:${decision.id}`, alert_type: 'provider_decision', severity: 'high' as const, title };
  return { alert, metadata: metadataOf(decision) };
}

const metadataOf = (decision: Decision): Record<string, unknown> => ({
  decision_id: decision.id,
  outcome: decision.outcome,
  score: decision.score,
  scenario_id: decision.scenario.id,
  scenario_version: decision.scenario.version,
  rules: rulesWith(decision, 'hit'),
});

/** The names of the rules with an outcome. */
export const rulesWith = ({ rules }: Decision, outcome: Static<typeof Rule>['outcome']): string[] =>
  (rules ?? [])
    .filter((rule) => rule.outcome === outcome)
    .map(({ name }) => name)
    .slice(0, MAX_RULES);
