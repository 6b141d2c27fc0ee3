import type { CustomerFound } from '@probity/contracts/customers/customer-found';
import type { Sql } from '@probity/persistence/database';
import { isUuid } from '@probity/platform/ids';
import type { Page } from '../page';
import { readViews } from '../views';
import { identifierTerm, wordsOf } from './search-terms';

/** Customers that one search considers; a longer text finds others. */
const MAX_FOUND = 500;
/** Terms that one search reads of its rarest word, before it looks for the other words. */
const MAX_READ = 5_000;
const MAX_WORDS = 6;

/** Terms between these two begin with the text: no character sorts after the last one. */
const END = '\u{10FFFF}';
const begins = (term: string, parameter: number): string => `${term} >= $${parameter} AND ${term} < $${parameter + 1}`;

const COUNT = `
  SELECT n, (SELECT count(*) FROM (
    SELECT FROM customer_risk.search_terms WHERE tenant_id = $1 AND term >= word AND term < word || '${END}'
    LIMIT ${MAX_READ}) t)::int AS terms
  FROM unnest($2::text[]) WITH ORDINALITY AS w (word, n) ORDER BY terms, n`;

const BY_ID = `
  SELECT id AS customer_id FROM customer_risk.customers WHERE tenant_id = $1 AND id = $2::uuid
  UNION SELECT customer_id FROM customer_risk.alerts WHERE tenant_id = $1 AND id = $2::uuid
  UNION SELECT customer_id FROM customer_risk.cases WHERE tenant_id = $1 AND id = $2::uuid`;

/** Like lists of customers, without those whose erasure was requested. */
const PAGE = `
  WITH page AS (
    SELECT c.*, f.n FROM unnest($2::uuid[]) WITH ORDINALITY AS f (customer_id, n)
    JOIN customer_risk.customers c ON c.id = f.customer_id
    WHERE c.tenant_id = $1 AND c.risk_rating IS NOT NULL AND c.restricted_at IS NULL ORDER BY f.n LIMIT $3 OFFSET $4)
  SELECT id, profile->>'email' AS email, external_id, profile->>'full_name' AS full_name,
    profile->>'business_name' AS business_name, customer_type, kyc_status, risk_rating, created_at,
    (SELECT count(*) FROM customer_risk.alerts a
      WHERE a.customer_id = page.id AND a.status IN ('open', 'escalated'))::int AS active_alerts,
    (SELECT count(*) FROM customer_risk.cases k WHERE k.customer_id = page.id AND k.status = 'open')::int AS open_cases
  FROM page ORDER BY n`;

/** Finds customers of one tenant while a person types. */
export class CustomerSearch {
  constructor(private readonly sql: Sql) {}

  /**
   * The customers that have every word of the text, or of whose email, external id or account reference the text is the
   * beginning. A word can be the beginning of a longer one. The order of the words does not matter. The whole id of a
   * customer, of an alert or of a case finds the customer too.
   */
  async find(tenantId: string, text: string, { limit, offset }: Page): Promise<CustomerFound[]> {
    const words = wordsOf(text).slice(0, MAX_WORDS);
    const identifier = [identifierTerm(text)];
    const found = new Set<string>();
    if (isUuid(text.trim())) await this.add(found, BY_ID, [tenantId, text.trim()]);
    // A text with an @ or other signs is hardly a name.
    const isName = words.join('') === identifier[0];
    for (const beginnings of isName ? [words, identifier] : [identifier, words]) {
      await this.having(found, tenantId, beginnings);
    }
    if (found.size === 0) return [];
    return readViews(this.sql, PAGE, [tenantId, [...found], limit, offset]);
  }

  /** Adds the customers that have a term for each beginning; whole words come first. */
  private async having(found: Set<string>, tenantId: string, beginnings: string[]): Promise<void> {
    if (beginnings.length === 0 || beginnings[0] === '') return;
    const words = await this.rarestFirst(tenantId, beginnings);
    const having = words.slice(1).map(
      // Each is one look at an index. As an EXISTS it could become a join with all terms that begin so.
      (_, n) => `AND (SELECT true FROM customer_risk.search_terms o
        WHERE o.customer_id = t.customer_id AND ${begins('o.term', 4 + 2 * n)} LIMIT 1)`,
    );
    const statement = `
      SELECT customer_id FROM (
        SELECT customer_id, term FROM customer_risk.search_terms WHERE tenant_id = $1 AND ${begins('term', 2)}
        ORDER BY term, customer_id LIMIT ${MAX_READ}) t
      WHERE true ${having.join(' ')} ORDER BY term, customer_id LIMIT ${MAX_FOUND}`;
    await this.add(found, statement, [tenantId, ...words.flatMap((word) => [word, word + END])]);
  }

  /** The fewer terms a word has, the fewer must be looked at for the others. */
  private async rarestFirst(tenantId: string, words: string[]): Promise<string[]> {
    if (words.length === 1) return words;
    const { rows } = await this.sql.query<{ n: string }>(COUNT, [tenantId, words]);
    return rows.map(({ n }) => words[Number(n) - 1]!);
  }

  private async add(found: Set<string>, statement: string, values: unknown[]): Promise<void> {
    const { rows } = await this.sql.query<{ customer_id: string }>(statement, values);
    for (const { customer_id } of rows) found.add(customer_id);
  }
}
