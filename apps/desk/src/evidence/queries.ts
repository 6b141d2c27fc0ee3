import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { ApiError } from '../api/errors';
import type { Ledger } from '../ledgers/queries';
import { pollMs } from '../live/live';

export type Checkpoint = Schemas['Checkpoint'] | Schemas['LedgerCheckpoint'];
export type Copy = Checkpoint['copies'][number];
export type Receipt = Schemas['Receipt'];

/** The notary signs within about a second. */
const UNSIGNED_MS = 3_000;

/**
 * The signed head of a ledger; null before it is signed for the first time.
 *
 * @param transactions of the ledger: until so many are signed, it looks again every few seconds
 */
export const ledgerCheckpointQuery = (slug: string, ledgerId: string, transactions = 0) =>
  queryOptions({
    queryKey: ['checkpoint', slug, ledgerId],
    queryFn: () =>
      unlessUnsigned(
        dataOf(
          api.GET('/api/v1/tenants/{slug}/ledgers/{ledgerId}/checkpoint', { params: { path: { slug, ledgerId } } }),
        ),
      ),
    refetchInterval: ({ state: { data } }) =>
      data === null || (data && data.tree_size < transactions) ? UNSIGNED_MS : pollMs(),
  });

/** The signed head of the log of all events of a tenant; null before it is signed for the first time. */
export const tenantCheckpointQuery = (slug: string) =>
  queryOptions({
    queryKey: ['tenant-checkpoint', slug],
    queryFn: () => unlessUnsigned(dataOf(api.GET('/api/v1/tenants/{slug}/checkpoint', { params: { path: { slug } } }))),
    refetchInterval: ({ state: { data } }) => (data === null ? UNSIGNED_MS : pollMs()),
  });

/** The receipt of a posting; null while it is not signed. Then it looks again. */
export const receiptQuery = (slug: string, postingId: string) =>
  queryOptions({
    queryKey: ['receipt', slug, postingId],
    queryFn: () =>
      unlessUnsigned(
        dataOf(
          api.GET('/api/v1/tenants/{slug}/postings/{postingId}/receipt', { params: { path: { slug, postingId } } }),
        ),
      ),
    refetchInterval: ({ state: { data } }) => (data === null ? UNSIGNED_MS : false),
    staleTime: Infinity, // a posting and its receipt never change
  });

/** The transaction at a position, from 1; null when it is not there any more. */
export const transactionAtQuery = (slug: string, { id: ledgerId, transaction_count }: Ledger, position: number) =>
  queryOptions({
    queryKey: ['transaction-at', slug, ledgerId, position, transaction_count],
    queryFn: async () => {
      const query = { limit: 1, offset: Math.max(0, transaction_count - position) };
      const [found] = await dataOf(
        api.GET('/api/v1/tenants/{slug}/ledgers/{ledgerId}/transactions', {
          params: { path: { slug, ledgerId }, query },
        }),
      );
      return found?.hash_chain_position === position ? found : null;
    },
  });

/** Null while it is not signed. */
const unlessUnsigned = <Data>(read: Promise<Data>): Promise<Data | null> =>
  read.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_signed_yet') return null;
    throw error;
  });
