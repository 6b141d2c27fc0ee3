import { randomUUID } from 'node:crypto';
import { type Book, deposit, newBook, post } from './books';
import type { Tenant } from './tenants';

/** What a tenant has, for the paths and bodies of endpoints. */
export interface Estate extends Book {
  postingId: string;
}

/** An endpoint of the interface's Ledger table. */
export interface Endpoint {
  name: string;
  method: 'GET' | 'POST';
  /** the scope that it needs */
  scope: 'read' | 'write';
  /** the path below `/tenants/{slug}` */
  below: (estate: Estate) => string;
  /** a body that would be accepted */
  body?: (estate: Estate) => Record<string, unknown>;
  /** the status of a success */
  success: 200 | 201;
  /** what of the estate is named in the request; undefined when it names nothing */
  names?: 'ledger' | 'posting';
}

const read = (name: string, below: Endpoint['below'], names?: Endpoint['names']): Endpoint => ({
  name: `GET ${name}`,
  method: 'GET',
  scope: 'read',
  below,
  success: 200,
  names,
});

const write = (
  name: string,
  below: Endpoint['below'],
  body: NonNullable<Endpoint['body']>,
  names?: Endpoint['names'],
): Endpoint => ({ name: `POST ${name}`, method: 'POST', scope: 'write', below, body, success: 201, names });

/** Every row of the interface's Ledger table. */
export const ENDPOINTS: Endpoint[] = [
  read('/currencies', () => '/currencies'),
  write(
    '/ledgers',
    () => '/ledgers',
    () => ({ name: 'Book', currency: 'USD' }),
  ),
  read('/ledgers', () => '/ledgers'),
  read('/ledgers/{id}', ({ ledgerId }) => `/ledgers/${ledgerId}`, 'ledger'),
  write(
    '/ledgers/{id}/accounts',
    ({ ledgerId }) => `/ledgers/${ledgerId}/accounts`,
    () => ({ code: randomUUID(), name: 'Cash', account_type: 'asset' }),
    'ledger',
  ),
  read('/ledgers/{id}/accounts', ({ ledgerId }) => `/ledgers/${ledgerId}/accounts`, 'ledger'),
  write(
    '/postings',
    () => '/postings',
    (estate) => deposit(estate),
    'ledger',
  ),
  read('/ledgers/{id}/transactions', ({ ledgerId }) => `/ledgers/${ledgerId}/transactions`, 'ledger'),
  read('/postings/{id}', ({ postingId }) => `/postings/${postingId}`, 'posting'),
  read('/postings/{id}/verify', ({ postingId }) => `/postings/${postingId}/verify`, 'posting'),
];

/** A ledger with two accounts and a posting. */
export async function newEstate(tenant: Tenant): Promise<Estate> {
  const book = await newBook(tenant);
  return { ...book, postingId: (await post(tenant, deposit(book))).transaction.id };
}
