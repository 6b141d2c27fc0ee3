import type { Recomputation } from '@probity/contracts/alerts/recompute-views';
import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import { type Evidence, EvidenceError } from '@probity/monitoring/evidence';
import { recompute } from '@probity/monitoring/recompute';
import { RuleError } from '@probity/monitoring/rule-error';

/** What an alert of monitoring keeps of its rule. */
export type RuleEvidence = Evidence & { rule_id: string; rule_version: number; definition: unknown };

/** Undefined for evidence of another form, for example one that is too large and has only its hash. */
export function ruleEvidence(evidence: Record<string, unknown>): RuleEvidence | undefined {
  const { rule_id, rule_version, definition, fields, aggregates, countries } = evidence;
  const isWhole =
    typeof rule_id === 'string' &&
    typeof rule_version === 'number' &&
    typeof definition === 'object' &&
    definition !== null &&
    typeof fields === 'object' &&
    fields !== null &&
    Array.isArray(aggregates) &&
    Array.isArray(countries);
  return isWhole ? (evidence as unknown as RuleEvidence) : undefined;
}

/** Repeats the decision of the rule from the recorded values, with the recorded definition and with that of today. */
export function recomputeRule(
  recorded: RuleEvidence,
  today: Pick<RuleView, 'version' | 'mode' | 'definition'> | undefined,
): Recomputation {
  const before = decisionOf(recorded.definition, recorded);
  const now = today ? decisionOf(today.definition, recorded) : { holds: false };
  const rule = {
    rule_id: recorded.rule_id,
    recorded_version: recorded.rule_version,
    holds_as_recorded: before.holds,
    version: today?.version ?? null,
    mode: today?.mode ?? null,
    holds: now.holds,
  };
  const isActive = today?.mode === 'active';
  return {
    raises: isActive ? now.holds : false,
    match: null,
    rule,
    differences: [
      ...(before.holds === true
        ? []
        : [before.problem ?? 'the recorded definition does not hold for the recorded values']),
      ...(today === undefined ? ['the rule does not exist any more'] : differencesOf(rule, now.problem)),
    ],
  };
}

function differencesOf(
  { version, recorded_version, mode, holds }: NonNullable<Recomputation['rule']>,
  problem: string | undefined,
): string[] {
  const differences: string[] = [];
  if (mode !== 'active') differences.push(`the mode of the rule is ${mode}: it raises no alerts`);
  if (version === recorded_version) return differences;
  differences.push(`the rule had version ${recorded_version} and has version ${version}`);
  if (holds === false) differences.push('the rule of today does not hold for the recorded values');
  if (problem !== undefined) differences.push(problem);
  return differences;
}

function decisionOf(definition: unknown, evidence: Evidence): { holds: boolean | null; problem?: string } {
  try {
    return { holds: recompute(definition, evidence) };
  } catch (error) {
    if (!(error instanceof EvidenceError) && !(error instanceof RuleError)) throw error;
    return { holds: null, problem: `it cannot be repeated: ${error.message}` };
  }
}
