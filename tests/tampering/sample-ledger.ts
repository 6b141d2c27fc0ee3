import type { PostingView } from '@probity/contracts/ledger/views';
import type { Product } from './product';

/** A small ledger with a posting that has every field, and a second ledger. */
export interface SampleLedger {
  id: string;
  accounts: { cash: string; deposits: string; fees: string; closed: string };
  /** six postings, in the order of the chain */
  postings: PostingView[];
  other: { id: string; accounts: string[]; posting: PostingView };
}

/** The position of the posting that has every optional field. */
export const TARGET = 3;

/** Revisions of certain events in the ledger's stream. Each change is followed by the commit that chains it. */
export const REVISIONS = {
  created: 0,
  opened: 2,
  first: 8,
  second: 10,
  target: 14,
  activity: 16,
  fourth: 18,
  tail: 22,
  end: 23,
};

/**
 * Creates the ledger through the public API, in the order of REVISIONS.
 *
 * @param mark makes its codes and keys differ from those of another ledger of the tenant
 */
export async function makeSampleLedger(product: Product, mark = ''): Promise<SampleLedger> {
  const tenant = `/tenants/${product.tenantSlug}`;
  const create = async (path: string, body: object): Promise<any> => {
    const answer = await product.api.post(tenant + path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const ledgerNamed = async (name: string): Promise<string> =>
    (await create('/ledgers', { name, currency: 'USD', description: 'for tests', metadata: { region: 'north' } })).data
      .id;
  const open = async (ledger: string, code: string, account_type: string): Promise<string> =>
    (
      await create(`/ledgers/${ledger}/accounts`, {
        code: code + mark,
        name: `The account ${code}`,
        account_type,
        external_ref: `core-${code}`,
        metadata: { branch: 7 },
      })
    ).id;
  const post = async (ledger_id: string, posting: object): Promise<PostingView> =>
    (await create('/postings', { ledger_id, currency: 'USD', ...posting })).data;
  const simple = (debited: string, credited: string, amount: string): object => ({
    entries: [
      { account_id: debited, debit: amount },
      { account_id: credited, credit: amount },
    ],
  });

  const id = await ledgerNamed('Customer funds');
  const cash = await open(id, 'cash', 'asset');
  const deposits = await open(id, 'deposits', 'liability');
  const fees = await open(id, 'fees', 'revenue');
  const postings = [
    await post(id, { ...simple(cash, deposits, '1000'), reference: 'first', idempotency_key: `key-1${mark}` }),
    await post(id, { ...simple(cash, fees, '250'), narration: 'a fee' }),
  ];
  const closed = await open(id, 'closed', 'expense');
  postings.push(
    await post(id, {
      description: 'Card settlement',
      reference: 'settlement-3',
      idempotency_key: `key-3${mark}`,
      narration: 'Settled with the scheme, zażółć 決済',
      metadata: { card: { scheme: 'visa', last4: '4242' }, items: [1, 2.5, true, null], note: '' },
      entries: [
        { account_id: cash, debit: '700', description: 'gross' },
        { account_id: deposits, credit: '690' },
        { account_id: fees, credit: '10', description: 'our share' },
      ],
    }),
  );
  await product.backOffice.put(`tenants/${product.tenantSlug}/ledgers/${id}/accounts/${closed}/activity`, {
    is_active: false,
    reason: 'a test',
  });
  postings.push(
    await post(id, { ...simple(deposits, cash, '120'), reference: 'fourth', idempotency_key: `key-4${mark}` }),
    await post(id, simple(cash, deposits, '5')),
    await post(id, {
      ...simple(cash, fees, '99999999999999999999'),
      reference: 'last',
      idempotency_key: `key-6${mark}`,
    }),
  );

  const otherId = await ledgerNamed('Another ledger');
  const others = [await open(otherId, 'other-cash', 'asset'), await open(otherId, 'other-equity', 'equity')];
  const other = {
    id: otherId,
    accounts: others,
    posting: await post(otherId, { ...simple(others[0]!, others[1]!, '40'), reference: 'other' }),
  };
  return { id, accounts: { cash, deposits, fees, closed }, postings, other };
}
