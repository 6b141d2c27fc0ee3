import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { pageQuery } from '../parts/search';
import type { AuditFilters } from './filters';

export type AuditEntry = Schemas['AuditEvent'];

export const auditQuery = (slug: string, { page, view: _view, ...filters }: AuditFilters) =>
  queryOptions({
    queryKey: ['audit', slug, filters, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/audit', {
          params: { path: { slug }, query: { ...filters, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

const AT_ONCE = 100;
/** More would fill the memory of the browser. The command line has no such limit. */
export const MAX_EXPORTED = 20_000;

/** Reads all entries that match, newest first, and whether there were more than an export holds. */
export async function allEntries(
  slug: string,
  { page: _page, view: _view, ...filters }: AuditFilters,
  each: (count: number) => void,
): Promise<{ entries: AuditEntry[]; isCut: boolean }> {
  // Entries that are added meanwhile would move the pages.
  const until = filters.until ?? new Date().toISOString();
  const entries: AuditEntry[] = [];
  while (entries.length < MAX_EXPORTED) {
    const query = { ...filters, until, limit: AT_ONCE, offset: entries.length };
    const found = await dataOf(api.GET('/api/v1/tenants/{slug}/audit', { params: { path: { slug }, query } }));
    entries.push(...found);
    each(entries.length);
    if (found.length < AT_ONCE) return { entries, isCut: false };
  }
  return { entries, isCut: true };
}
