import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { RuleDefinition } from '@probity/contracts/monitoring-rules/views';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { FieldsOf } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';

const MAX_VERSION = 2_147_483_647;

/** `compileRule` checks the whole definition and names each invalid node with its JSON pointer. */
@FieldsOf(RuleDefinition)
export class CreateRuleBody {
  @OptionalChoice(RULE_MODES, {
    description: 'active rules raise alerts, shadow rules only store evidence; default active',
  })
  mode?: RuleMode | null;
}

/** A new version: the whole definition, another mode, or both. */
@FieldsOf(RuleDefinition, { partial: true })
export class UpdateRuleBody {
  @OptionalChoice(RULE_MODES, { description: 'does not change if omitted' })
  mode?: RuleMode | null;

  @OptionalWholeNumber(1, MAX_VERSION, {
    example: 1,
    description: 'the request is rejected if this is not the latest version',
  })
  expected_version?: number | null;
}
