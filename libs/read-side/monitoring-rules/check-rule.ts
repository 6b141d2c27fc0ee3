import { compileRule, type CompiledRule } from '@probity/monitoring/compile-rule';
import { costProblem } from '@probity/monitoring/rule-cost';
import { below, RuleError, type RuleProblem } from '@probity/monitoring/rule-error';
import { countryLists } from '@probity/scoring/country-risk';
import { DEFAULT_MODEL } from '@probity/scoring/scoring-model';

const KNOWN_LISTS = [...countryLists(DEFAULT_MODEL).keys()];

/**
 * Compiles a rule that can be evaluated here. A rule with an unknown country list would compile, but fail for every
 * event.
 *
 * @throws RuleError
 */
export function checkRule(definition: unknown): CompiledRule {
  const rule = compileRule(definition);
  if (rule.countryLists.every((list) => KNOWN_LISTS.includes(list))) return rule;
  const problems: RuleProblem[] = [];
  findUnknownLists(rule.definition.condition, '/condition', problems);
  throw new RuleError(problems);
}

/**
 * Checks a rule that is saved or tried: it must not cost more than the limit. Stored rules may; their evaluation is
 * limited by time.
 *
 * @throws RuleError
 */
export function checkNewRule(definition: unknown): CompiledRule {
  const rule = checkRule(definition);
  const tooCostly = costProblem(rule.cost);
  if (tooCostly) throw new RuleError([tooCostly]);
  return rule;
}

function findUnknownLists(node: unknown, path: string, problems: RuleProblem[]): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const at = below(path, key);
    if (key === 'country_in' && Array.isArray(value)) {
      const unknown = [value[1]].flat().filter((list) => !KNOWN_LISTS.includes(list as string));
      for (const list of unknown) {
        const message = `there is no country list "${String(list)}"; the lists are ${KNOWN_LISTS.join(', ')}`;
        problems.push({ path: `${at}/1`, message });
      }
    }
    findUnknownLists(value, at, problems);
  }
}
