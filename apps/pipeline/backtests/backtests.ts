import { Injectable } from '@nestjs/common';
import type { BacktestEnded, BacktestEvent, BacktestStarted } from '@probity/contracts/backtests/events';
import type { BacktestDetail } from '@probity/contracts/backtests/views';
import type { AggregateStore, Decision } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { found, invalid, notFound, type Refusal } from '@probity/platform/errors';
import { InTurn } from '@probity/platform/in-turn';
import { TimeSource } from '@probity/platform/time-source';
import { BacktestQueries } from '@probity/read-side/backtests/backtest-queries';
import { RuleQueries } from '@probity/read-side/monitoring-rules/rule-queries';
import { checkNewRule } from '@probity/read-side/monitoring-rules/check-rule';
import { BACKTEST, type BacktestState } from './backtest-state';
import type { BacktestReport } from './run-backtest';

/** Of one tenant: one that runs, and the others in line. */
export const MAX_UNFINISHED = 6;

const UNFINISHED = `
  SELECT id FROM pipeline.backtests WHERE tenant_id = $1 AND outcome IS NULL ORDER BY started_at, id`;

/** How a backtest ends. */
type End = Pick<BacktestEnded, 'outcome'> &
  Partial<Pick<BacktestEnded, 'actor' | 'actor_name' | 'reason' | 'result' | 'examples'>>;

/** What a backtest is asked to do. With `rule_id`, the draft is compared with the latest version of that rule. */
export type BacktestRequest = Omit<BacktestStarted, 'started_at' | 'baseline'> & { rule_id?: string };

/** Starts and ends backtests. A backtest ends once: the end that comes second changes nothing. */
@Injectable()
export class Backtests {
  private readonly turns = new InTurn();
  private readonly queries: BacktestQueries;
  private readonly rules: RuleQueries;

  constructor(
    private readonly database: Database,
    private readonly store: AggregateStore,
    private readonly time: TimeSource,
  ) {
    this.queries = new BacktestQueries(database);
    this.rules = new RuleQueries(database);
  }

  /**
   * Puts a backtest in line. A repetition with the same id changes nothing.
   *
   * @throws Refusal `invalid_rule`, `not_found`, `backtests_running`; `invalid_field` when the period ends before it begins
   */
  start({ rule_id, ...task }: BacktestRequest): Promise<BacktestDetail> {
    checkNewRule(task.definition);
    checkPeriod(task);
    const { tenant_id, backtest_id } = task;
    return this.turns.run(tenant_id, async () => {
      const { loaded } = await this.store.change(BACKTEST, backtest_id, async (existing) => {
        if (existing) return undefined;
        await this.refuseTooMany(tenant_id);
        const compared = rule_id !== undefined && { baseline: await this.baseline(tenant_id, rule_id) };
        return decision({ type: 'BacktestStarted', data: { ...task, ...compared, started_at: this.now() } });
      });
      if (loaded && loaded.state.started.tenant_id !== tenant_id) throw notFound('backtest', backtest_id);
      return this.view(tenant_id, backtest_id);
    });
  }

  /** @throws Refusal `not_found`; `backtest_ended` when it was completed or failed */
  async cancel(
    tenantId: string,
    backtestId: string,
    by: { actor: string; actor_name?: string },
  ): Promise<BacktestDetail> {
    await this.view(tenantId, backtestId); // forgotten ones stay forgotten
    await this.store.changeOf(tenantId, BACKTEST, backtestId, ({ state }) => {
      if (state.ended && state.ended.outcome !== 'cancelled') throw hasEnded(state.ended);
      return this.ending(state, { outcome: 'cancelled', ...by });
    });
    return this.view(tenantId, backtestId);
  }

  complete(backtestId: string, { result, examples }: BacktestReport): Promise<void> {
    return this.end(backtestId, { outcome: 'completed', result, examples });
  }

  fail(backtestId: string, reason: string): Promise<void> {
    return this.end(backtestId, { outcome: 'failed', reason });
  }

  /** Whether the backtest has ended. Makes sure that the read side says the same. */
  async isOver(backtestId: string): Promise<boolean> {
    const { loaded } = await this.store.change(BACKTEST, backtestId, () => undefined);
    return loaded?.state.ended !== undefined;
  }

  private async end(backtestId: string, end: End): Promise<void> {
    await this.store.change(BACKTEST, backtestId, (loaded) => this.ending(loaded!.state, end));
  }

  private ending({ started, ended }: BacktestState, end: End): Decision<BacktestEvent> | undefined {
    if (ended) return undefined;
    const { backtest_id, tenant_id } = started;
    const rest = { actor: 'system', reason: null, result: null, examples: [], ...end, ended_at: this.now() };
    return decision({ type: 'BacktestEnded', data: { backtest_id, tenant_id, ...rest } });
  }

  private async baseline(tenantId: string, ruleId: string): Promise<BacktestStarted['baseline']> {
    const { version, definition } = found('monitoring rule', ruleId, await this.rules.rule(tenantId, ruleId));
    return { rule_id: ruleId, version, definition };
  }

  private async refuseTooMany(tenantId: string): Promise<void> {
    const { rows } = await this.database.query<{ id: string }>(UNFINISHED, [tenantId]);
    if (rows.length < MAX_UNFINISHED) return;
    throw invalid(
      'backtests_running',
      `${rows.length} backtests of the tenant have not ended, the first of them is ${rows[0]!.id}; no changes were made; ` +
        'retry when one has ended, or cancel one',
    );
  }

  private async view(tenantId: string, backtestId: string): Promise<BacktestDetail> {
    return found('backtest', backtestId, await this.queries.backtest(tenantId, backtestId));
  }

  private now(): string {
    return this.time.now().toISOString();
  }
}

const decision = (event: BacktestEvent): Decision<BacktestEvent> => ({ events: [event] });

/** Both times have the stored form, whose order is the order of their texts. */
function checkPeriod({ from, to }: Pick<BacktestStarted, 'from' | 'to'>): void {
  if (from === null || to === null || from < to) return;
  throw invalid('invalid_field', `the period must end after it begins: it begins at ${from} and ends at ${to}`);
}

const hasEnded = ({ outcome, ended_at }: BacktestEnded): Refusal =>
  invalid(
    'backtest_ended',
    outcome === 'completed'
      ? `the backtest was completed at ${ended_at}. No changes were made; read its result.`
      : `the backtest failed at ${ended_at}. No changes were made.`,
  );
