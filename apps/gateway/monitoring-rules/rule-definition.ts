import { type MonitoringRuleView, RuleDefinition, type RuleView } from '@probity/contracts/monitoring-rules/views';
import { comparesUnconverted } from '@probity/monitoring/comparable-amounts';
import { compileRule } from '@probity/monitoring/compile-rule';

type Definition = Record<string, unknown>;

const FIELDS = Object.keys(RuleDefinition.properties);

/**
 * Returns the definition in a body, after it was compiled successfully.
 *
 * @throws RuleError `invalid_rule` with the JSON pointer of every invalid node
 */
export function compiledDefinition(body: object): Definition {
  const definition = definitionIn(body);
  compileRule(definition);
  return definition;
}

/** Whether a body contains any part of a definition. */
export const hasDefinition = (body: object): boolean => Object.keys(definitionIn(body)).length > 0;

/**
 * The rule as the API returns it: the fields of the definition are fields of the rule, as in the request. A rule that
 * is older than the choice shows that it compares unconverted amounts, so that saving it again changes nothing.
 */
export const monitoringRule = ({ definition, ...rule }: RuleView): MonitoringRuleView => ({
  compare_unconverted_amounts: comparesUnconverted(definition),
  ...(definition as unknown as RuleDefinition),
  ...rule,
});

/** A field that is null counts as absent. */
const definitionIn = (body: object): Definition =>
  Object.fromEntries(
    Object.entries(body).filter(([field, value]) => FIELDS.includes(field) && value !== undefined && value !== null),
  );
