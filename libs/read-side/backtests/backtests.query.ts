import type { BacktestView } from '@probity/contracts/backtests/views';
import { BACKTEST_STATUSES } from '@probity/contracts/backtests/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of backtests. */
export class BacktestsQuery extends PageQuery {
  @OptionalChoice(BACKTEST_STATUSES)
  status?: BacktestView['status'];
}
