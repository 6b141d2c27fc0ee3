import { IsObject } from 'class-validator';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { EXAMPLE_RULE } from '@probity/contracts/examples';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { MAX_BACKTEST_EXAMPLES } from '@probity/contracts/monitoring-rules/views';
import { Choice } from '@probity/platform/http/fields/choice';
import { Field } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber, WholeNumber } from '@probity/platform/http/fields/number';
import { Officer } from '../staff/decision.dto';
import { OptionalPointInTime } from '../times/point-in-time';

export class RuleModeBody {
  @Choice(RULE_MODES)
  mode: RuleMode;

  @Officer()
  officer: string;

  @OptionalWholeNumber(1, undefined, {
    example: 1,
    description: 'the request is rejected if the rule has another version',
  })
  expected_version?: number;
}

export class BacktestBody {
  @Field(
    {
      type: 'object',
      additionalProperties: true,
      description: 'the definition of a rule, as in a request to create a rule',
      example: EXAMPLE_RULE,
    },
    IsObject({ message: 'definition must be a JSON object' }),
  )
  definition: Record<string, unknown>;

  @OptionalPointInTime('only events at or after this time')
  from?: string;

  @OptionalPointInTime('only events before this time')
  to?: string;

  @WholeNumber(0, MAX_BACKTEST_EXAMPLES, { default: 10 })
  max_examples: number = 10;
}
