import { until } from '../../crash/until';
import { DECISION, expecting, type FilledTenant } from './scene';

/** A currency that only the tenant's own rule uses. */
export const WATCHED_CURRENCY = 'XTS';

/** Changes the modes of some default rules, and creates own rules: active, shadow, changed, disabled. */
export async function fillRules(tenant: FilledTenant): Promise<void> {
  const rules = tenant.path('/monitoring-rules');
  let defaults: { id: string }[] = [];
  await until('the tenant has the default rules', async () => {
    defaults = await expecting(200, tenant.api.get(`${rules}?limit=100`));
    return defaults.length > 0;
  });
  const setMode = (id: string, mode: string): Promise<unknown> =>
    expecting(200, tenant.backOffice.put(`${rules}/${id}/mode`, { mode, ...DECISION }));
  await setMode(defaults[0]!.id, 'shadow');
  await setMode(defaults[1]!.id, 'disabled');
  await setMode(defaults[2]!.id, 'disabled');
  await setMode(defaults[2]!.id, 'active');

  const create = async (body: object): Promise<string> =>
    (await expecting<{ id: string }>(201, tenant.api.post(rules, body))).id;
  await create(ruleFor(WATCHED_CURRENCY, { title: 'A transaction in XTS – “é東”' }));
  await create(ruleFor(WATCHED_CURRENCY, { mode: 'shadow', alert_type: 'only_watched' }));
  const changed = await create(ruleFor('XXX', { mode: 'shadow', cooldown: '1h' }));
  await expecting(200, tenant.api.put(`${rules}/${changed}`, ruleFor('XXX', { mode: 'active', severity: 'low' })));
  await expecting(200, tenant.api.delete(`${rules}/${await create(ruleFor('XTD', { mode: 'active' }))}`));
}

/** Stores three versions of the settings: stage modes, screening, rates, and a change of the scoring model. */
export async function fillSettings(tenant: FilledTenant): Promise<void> {
  const changes = [
    { screening: { threshold: 0.75, lists: ['invented-sdn'] }, stages: { kyc: 'external' } },
    { monitoring: { reference_currency: 'EUR', rates: { USD: '0.92', JPY: '0.0061' } }, stages: { kyc: null } },
    { scoring: { points: { identity: { name_missing: 321 } } }, stages: { monitoring: 'native', screening: 'native' } },
  ];
  for (const settings of changes) {
    const body = JSON.stringify({ settings, ...DECISION });
    await expecting(200, tenant.backOffice.send('PATCH', tenant.path('/settings'), body));
  }
}

/** Returns a rule that every transaction in a currency hits. */
const ruleFor = (currency: string, changes: object = {}): object => ({
  name: `Transactions in ${currency}`,
  description: `Any transaction in ${currency}`,
  reason: 'for the upgrade dump',
  event_type: 'transaction',
  severity: 'high',
  alert_type: `in_${currency.toLowerCase()}`,
  title: `A transaction in ${currency}`,
  condition: { eq: [{ field: 'transaction.currency' }, currency] },
  ...changes,
});
