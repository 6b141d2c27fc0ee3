import type { RuleView } from '@probity/contracts/monitoring-rules/commands';
import { compileRule } from '@probity/monitoring/compile-rule';
import type { DefinitionBody, MonitoringRule } from './monitoring-rule.dto';

type Definition = Record<string, unknown>;

const FIELDS = [
  'name',
  'description',
  'reason',
  'event_type',
  'severity',
  'alert_type',
  'title',
  'cooldown',
  'condition',
] as const satisfies readonly (keyof DefinitionBody)[];

/**
 * The definition that a body holds, which compiles.
 *
 * @throws RuleError `invalid_rule` with the JSON pointer of every bad node
 */
export function compiledDefinition(body: Partial<DefinitionBody>): Definition {
  const definition = definitionIn(body);
  compileRule(definition);
  return definition;
}

/** Whether a body says anything of what the rule should be. */
export const hasDefinition = (body: Partial<DefinitionBody>): boolean => Object.keys(definitionIn(body)).length > 0;

/** The rule with its definition field by field, as it is written. */
export function monitoringRule({ definition, ...rule }: RuleView): MonitoringRule {
  return { ...(definition as unknown as DefinitionBody), cooldown: cooldownOf(definition), ...rule };
}

const cooldownOf = ({ cooldown }: Definition): string | undefined => cooldown as string | undefined;

/** A field that is null counts as absent. */
const definitionIn = (body: Partial<DefinitionBody>): Definition =>
  Object.fromEntries(
    FIELDS.filter((field) => body[field] !== undefined && body[field] !== null).map((field) => [field, body[field]]),
  );
