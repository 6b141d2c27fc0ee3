import { DEFAULT_BACKTEST_EXAMPLES, MAX_BACKTEST_EXAMPLES } from '@probity/contracts/backtests/result';
import { RuleDefinition } from '@probity/contracts/monitoring-rules/views';
import { FieldsOf } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { OptionalTime } from '../fields/date.decorators';

/** A draft of a rule, and the history that it is tried on. */
@FieldsOf(RuleDefinition)
export class BacktestBody {
  @OptionalTime('2026-08-01T00:00:00.000Z')
  from?: string | null;

  @OptionalTime('2026-11-01T00:00:00.000Z')
  to?: string | null;

  @OptionalWholeNumber(0, MAX_BACKTEST_EXAMPLES, { default: DEFAULT_BACKTEST_EXAMPLES, example: 10 })
  max_examples?: number | null;
}
