import type { BacktestView } from '@probity/contracts/backtests/views';
import { BACKTEST_STATUSES } from '@probity/contracts/backtests/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of backtests. */
export class BacktestsQuery extends PageQuery {
  @OptionalChoice(BACKTEST_STATUSES)
  status?: BacktestView['status'];

  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' })
  rule_id?: string;
}
