import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { RuleDefinition } from '@probity/contracts/monitoring-rules/views';
import { Choice, OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalCheckedElsewhere } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { ReasonBody } from '../staff/decision.dto';

class ChangedVersionBody extends ReasonBody {
  @OptionalWholeNumber(1, undefined, {
    example: 1,
    description: 'the request is rejected if the rule has another version',
  })
  expected_version?: number;
}

export class RuleModeBody extends ChangedVersionBody {
  @Choice(RULE_MODES)
  mode: RuleMode;
}

/** A new version: another definition, another mode, or both. */
export class ChangeRuleBody extends ChangedVersionBody {
  @OptionalChoice(RULE_MODES, { description: 'does not change if omitted' })
  mode?: RuleMode | null;

  /** `compileRule` checks it, and names each invalid node with its JSON pointer. */
  @OptionalCheckedElsewhere({ $ref: RuleDefinition, description: 'the whole definition; does not change if omitted' })
  definition?: Record<string, unknown> | null;
}
