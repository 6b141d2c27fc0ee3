import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { MONITORING_COMMANDS } from '../topics';
import { MAX_BACKTEST_EXAMPLES } from './result';
import { BacktestDetail } from './views';
import { actorName } from '../staff/officer';

const backtestCommand = commandsOf(MONITORING_COMMANDS, 'tenant_id');

export const startBacktest = backtestCommand({
  name: 'pipeline.start-backtest',
  summary: 'Try a draft of a rule on stored history, without raising alerts. The reply does not wait for the result.',
  request: Type.Object({
    tenant_id: Id,
    backtest_id: Id,
    definition: Metadata,
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
    max_examples: Type.Integer({ minimum: 0, maximum: MAX_BACKTEST_EXAMPLES }),
    rule_id: Type.Optional({ ...Id, description: 'a stored rule, with whose latest version the draft is compared' }),
    actor: Type.String(),
    ...actorName,
  }),
  reply: BacktestDetail,
});

export const cancelBacktest = backtestCommand({
  name: 'pipeline.cancel-backtest',
  summary: 'End a backtest that waits or runs. One that was cancelled before stays as it is.',
  request: Type.Object({ tenant_id: Id, backtest_id: Id, actor: Type.String(), ...actorName }),
  reply: BacktestDetail,
});
