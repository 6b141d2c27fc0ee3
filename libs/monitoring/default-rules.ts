import { RuleDefinition } from '@probity/contracts/monitoring-rules/views';
import { readDocument } from '@probity/platform/data-file';
import Type from 'typebox';
import { Compile } from 'typebox/compile';

const definitions = readDocument(`${__dirname}/data/default-rules.json`, Compile(Type.Array(RuleDefinition)));

/**
 * The rules of a new tenant. They use the country lists `high_risk` and `call_for_action`. The key of a rule is the
 * type of its alerts. It must not change when the text of the rule changes.
 */
export const DEFAULT_RULES = definitions.map((definition) => ({ key: definition.alert_type, definition }));
