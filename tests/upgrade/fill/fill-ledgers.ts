import { DECISION, expecting, type FilledTenant } from './scene';

/** A posting with an idempotency key, which the test sends again to a later version. */
export interface SentPosting {
  path: string;
  body: object;
  answer: unknown;
}

const TYPES = ['asset', 'liability', 'equity', 'revenue', 'expense'];
const METADATA = { deep: { list: [null, true, 1.5, 'é東'] }, big: '9007199254740993' };

/** Creates ledgers in three currencies, accounts of all types, one of them deactivated, and postings of every kind. */
export async function fillLedgers(tenant: FilledTenant): Promise<SentPosting> {
  const usd = await newLedger(tenant, {
    name: tenant.own('Customer funds'),
    currency: 'USD',
    description: 'Money that customers hold',
    metadata: METADATA,
  });
  const accounts: Record<string, string> = {};
  for (const [index, account_type] of TYPES.entries()) {
    accounts[account_type] = await openAccount(tenant, usd, {
      code: `${index + 1}010`,
      name: `The ${account_type} account`,
      account_type,
      external_ref: `core-${index}`,
      metadata: { ...METADATA, index },
    });
  }
  const { asset, liability, revenue, expense, equity } = accounts;
  const closed = await openAccount(tenant, usd, { code: 'closed', name: 'Closed', account_type: 'asset' });

  const sent = await postFully(tenant, usd, asset!, liability!);
  await post(tenant, usd, 'USD', [
    { account_id: asset, debit: '100' },
    { account_id: closed, credit: '100' },
  ]);
  await post(tenant, usd, 'USD', [
    { account_id: expense, debit: '70', description: 'fees' },
    { account_id: equity, debit: '50' },
    { account_id: revenue, credit: '90' },
    { account_id: liability, credit: '30' },
  ]);
  await setActive(tenant, usd, closed, false);
  await setActive(tenant, usd, equity!, false);
  await setActive(tenant, usd, equity!, true);

  await fillPlainLedger(tenant, 'JPY', '1');
  await fillPlainLedger(tenant, 'QAX', '123456789012345678901234567890123456789');
  await newLedger(tenant, { name: tenant.own('Empty'), currency: 'BHD' });
  return sent;
}

/** Sends a posting with every optional field twice. */
async function postFully(
  tenant: FilledTenant,
  ledger_id: string,
  debited: string,
  credited: string,
): Promise<SentPosting> {
  const body = {
    ledger_id,
    currency: 'USD',
    description: 'Deposit',
    reference: 'deposit-1',
    idempotency_key: 'deposit-1',
    narration: 'cash at the counter – “é東”',
    metadata: METADATA,
    entries: [
      { account_id: debited, debit: '250000', description: 'in' },
      { account_id: credited, credit: '250000', description: 'out' },
    ],
  };
  const path = tenant.path('/postings');
  const answer = await expecting(201, tenant.api.post(path, body));
  const again = await expecting(201, tenant.api.post(path, body));
  if (JSON.stringify(again) !== JSON.stringify(answer)) throw new Error('a repeated posting got another response');
  return { path, body, answer };
}

async function fillPlainLedger(tenant: FilledTenant, currency: string, amount: string): Promise<void> {
  const ledgerId = await newLedger(tenant, { name: tenant.own(currency), currency });
  const [debited, credited] = await Promise.all(
    ['asset', 'liability'].map((account_type) =>
      openAccount(tenant, ledgerId, { code: `${currency}-${account_type}`, name: account_type, account_type }),
    ),
  );
  for (let n = 0; n < 4; n++) {
    await post(tenant, ledgerId, currency, [
      { account_id: debited, debit: amount },
      { account_id: credited, credit: amount },
    ]);
  }
}

const newLedger = async (tenant: FilledTenant, body: object): Promise<string> =>
  (await expecting<{ id: string }>(201, tenant.api.post(tenant.path('/ledgers'), body))).id;

const openAccount = async (tenant: FilledTenant, ledgerId: string, body: object): Promise<string> =>
  (await expecting<{ id: string }>(201, tenant.api.post(tenant.path(`/ledgers/${ledgerId}/accounts`), body))).id;

const post = (tenant: FilledTenant, ledger_id: string, currency: string, entries: object[]): Promise<unknown> =>
  expecting(201, tenant.api.post(tenant.path('/postings'), { ledger_id, currency, entries }));

const setActive = (tenant: FilledTenant, ledgerId: string, accountId: string, is_active: boolean): Promise<unknown> =>
  expecting(
    200,
    tenant.backOffice.put(tenant.path(`/ledgers/${ledgerId}/accounts/${accountId}/activity`), {
      is_active,
      ...DECISION,
    }),
  );
