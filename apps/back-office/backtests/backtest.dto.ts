import { IsObject } from 'class-validator';
import { DEFAULT_BACKTEST_EXAMPLES, MAX_BACKTEST_EXAMPLES } from '@probity/contracts/backtests/result';
import { EXAMPLE_RULE, RULE_ID } from '@probity/contracts/examples';
import { Field } from '@probity/platform/http/fields/field';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { WholeNumber } from '@probity/platform/http/fields/number';
import { OptionalPointInTime } from '../times/point-in-time';

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

  @OptionalUuid({
    example: RULE_ID,
    description: 'a stored rule; the result compares the draft with its latest version',
  })
  rule_id?: string | null;

  @OptionalPointInTime('only events at or after this time')
  from?: string;

  @OptionalPointInTime('only events before this time')
  to?: string;

  @WholeNumber(0, MAX_BACKTEST_EXAMPLES, { default: DEFAULT_BACKTEST_EXAMPLES })
  max_examples: number = DEFAULT_BACKTEST_EXAMPLES;
}
