import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { RuleDefinition } from '@probity/contracts/monitoring-rules/views';
import { Choice, OptionalChoice } from '@probity/platform/http/fields/choice';
import { CheckedElsewhere, OptionalCheckedElsewhere } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { RulesQuery } from '@probity/read-side/monitoring-rules/rules.query';
import { ReasonBody } from '../staff/decision.dto';
import { OptionalPointInTime } from '../times/point-in-time';

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

/** A definition, which `compileRule` checks as a whole. */
const DEFINITION = { $ref: RuleDefinition, description: 'the whole definition' };

/** Anything may be checked: a definition that is none has problems, too. */
export class CheckRuleBody {
  @OptionalCheckedElsewhere({ description: 'a RuleDefinition; the problems of any other value are returned' })
  definition?: unknown;
}

export class CreateRuleBody extends ReasonBody {
  @CheckedElsewhere(DEFINITION)
  definition: Record<string, unknown>;

  @OptionalChoice(RULE_MODES, { description: 'default disabled: a draft' })
  mode?: RuleMode | null;
}

/** The period of figures about rules. */
export class RuleFiguresQuery extends RulesQuery {
  @OptionalPointInTime('only what happened at or after this time, at most 366 days ago; default 90 days ago')
  from?: string;
}

/** A new version: another definition, another mode, or both. */
export class ChangeRuleBody extends ChangedVersionBody {
  @OptionalChoice(RULE_MODES, { description: 'does not change if omitted' })
  mode?: RuleMode | null;

  /** `compileRule` checks it, and names each invalid node with its JSON pointer. */
  @OptionalCheckedElsewhere({ $ref: RuleDefinition, description: 'the whole definition; does not change if omitted' })
  definition?: Record<string, unknown> | null;
}
