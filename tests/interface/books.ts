import { randomUUID } from 'node:crypto';
import { dataOf } from './answers';
import type { Product } from './product';
import { done, type Tenant } from './tenants';

/** A ledger with two accounts to post between. */
export interface Book {
  ledgerId: string;
  currency: string;
  /** an asset account */
  cash: string;
  /** a liability account */
  funds: string;
}

export interface PostedTransaction {
  id: string;
  ledger_id: string;
  reference: string | null;
  currency: string;
  amount_minor: string;
  status: string;
  hash_chain_position: number;
  transaction_hash: string;
  previous_hash: string;
  is_immutable: boolean;
  posted_at: string;
}

export interface Posted {
  transaction: PostedTransaction;
  entries: { id: string; account_id: string; debit_minor: string; credit_minor: string }[];
}

export async function newLedger(tenant: Tenant, currency = 'USD'): Promise<string> {
  return (await done<{ id: string }>(tenant.api, tenant.path('/ledgers'), { name: 'Book', currency })).id;
}

/** Opens an account with a code that is new in the tenant. Returns its id. */
export async function openAccount(tenant: Tenant, ledgerId: string, account_type: string): Promise<string> {
  const account = { code: randomUUID(), name: `An ${account_type} account`, account_type };
  return (await done<{ id: string }>(tenant.api, tenant.path(`/ledgers/${ledgerId}/accounts`), account)).id;
}

export async function newBook(tenant: Tenant, currency = 'USD'): Promise<Book> {
  const ledgerId = await newLedger(tenant, currency);
  const cash = await openAccount(tenant, ledgerId, 'asset');
  const funds = await openAccount(tenant, ledgerId, 'liability');
  return { ledgerId, currency, cash, funds };
}

/** Makes a posting that debits cash and credits funds. `changes` replaces fields; undefined omits a field. */
export function deposit(book: Book, amount = '100', changes: object = {}): Record<string, unknown> {
  return {
    ledger_id: book.ledgerId,
    currency: book.currency,
    entries: [
      { account_id: book.cash, debit: amount },
      { account_id: book.funds, credit: amount },
    ],
    ...changes,
  };
}

export function post(tenant: Tenant, body: unknown): Promise<Posted> {
  return done<Posted>(tenant.api, tenant.path('/postings'), body);
}

/** Closes an account to postings, or reopens it. */
export async function setActive(
  product: Product,
  tenant: Tenant,
  ledgerId: string,
  accountId: string,
  is_active: boolean,
): Promise<void> {
  const path = `/tenants/${tenant.slug}/ledgers/${ledgerId}/accounts/${accountId}/activity`;
  expect(dataOf(await product.backOffice.put(path, { is_active, reason: 'a test' }))).toEqual({
    account_id: accountId,
    is_active,
  });
}

/** Lets the back office verify a whole ledger. Returns the final result. */
export const walkLedger = (product: Product, tenant: Tenant, ledgerId: string): Promise<unknown> =>
  lastLine(product, `/tenants/${tenant.slug}/ledgers/${ledgerId}/verification`, {});

/** Rebuilds the read side. Returns the final result. */
export const rebuild = (product: Product): Promise<unknown> =>
  lastLine(product, '/projections/rebuild', { reason: 'a test' });

async function lastLine(product: Product, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${product.backOfficeUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return JSON.parse((await answer.text()).trim().split('\n').at(-1)!);
}

/** Returns every item of a list; reads it page by page. */
export async function listAll<Item>(tenant: Tenant, below: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = await tenant.api.get<{ data: Item[] }>(`${tenant.path(below)}?limit=100&offset=${items.length}`);
    if (page.status !== 200) throw new Error(`${below} answered ${page.status}: ${JSON.stringify(page.body)}`);
    items.push(...page.body.data);
    if (page.body.data.length < 100) return items;
  }
}

/** Runs the jobs, at most `clients` of them at a time. Returns the results in the order of the jobs. */
export async function inParallel<Result>(clients: number, jobs: (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let job = next++; job < jobs.length; job = next++) results[job] = await jobs[job]!();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}
