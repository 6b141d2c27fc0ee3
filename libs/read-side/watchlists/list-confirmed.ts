/**
 * SQL: when an import or a fetch last found a list to be current; null if the list was never imported. An import that
 * changed nothing counts, too.
 *
 * @param list an expression with the name of the list
 */
export const confirmedAt = (list: string): string => `greatest(
    (SELECT w.imported_at FROM pipeline.watchlists w WHERE w.list = ${list} AND w.tenant_id IS NULL),
    (SELECT max(i.touched_at) FROM pipeline.watchlist_imports i WHERE i.list = ${list} AND i.status = 'finished'),
    (SELECT c.confirmed_at FROM pipeline.watchlist_sources c WHERE c.list = ${list}))`;
