import { dataOf } from './answers';
import { ruleFor } from './customers';
import type { Tenant } from './tenants';

const POLL_MS = 20;

/** Waits until a backtest has ended, and returns it. */
export async function endOf(tenant: Tenant, id: string): Promise<any> {
  for (;;) {
    const backtest = dataOf(await tenant.api.get(tenant.path(`/monitoring-rules/backtests/${id}`)));
    if (backtest.ended_at !== null) return backtest;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Starts backtests until one is cancelled before it is completed. Returns its id. */
export async function newCancelledBacktest(tenant: Tenant): Promise<string> {
  const path = tenant.path('/monitoring-rules/backtests');
  for (;;) {
    const { id } = dataOf(await tenant.api.post(path, ruleFor('XTS')), 201);
    const { status } = await tenant.api.post(`${path}/${id}/cancel`, {});
    if (status === 200) return id;
    await endOf(tenant, id);
  }
}
