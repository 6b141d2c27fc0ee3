import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { newId } from '@probity/platform/ids';
import { pause } from '@probity/platform/pause';
import { EMAIL_KEY_VERSION, emailKey } from '@probity/read-side/customers/email-key';

const BATCH = 500;
const AGAIN_AFTER_MS = 1_000;
/** The index `customers_with_earlier_email_key` has the same condition. */
const EARLIER = `
  SELECT id, tenant_id, profile->>'email' AS email FROM customer_risk.customers
  WHERE email_key_version < ${EMAIL_KEY_VERSION} ORDER BY created_at, id LIMIT ${BATCH}`;
const CLAIM = `
  INSERT INTO customer_risk.claims (tenant_id, name, owner, token, claimed_at, used)
  SELECT tenant_id, 'email:' || key, id, $1, clock_timestamp(), true
  FROM unnest($2::uuid[], $3::uuid[], $4::text[]) WITH ORDINALITY AS c (id, tenant_id, key, nth) ORDER BY nth
  ON CONFLICT (tenant_id, name) DO NOTHING`;
const SET_KEYS = `
  UPDATE customer_risk.customers AS c SET email_key = k.key, email_key_version = ${EMAIL_KEY_VERSION}
  FROM unnest($1::uuid[], $2::text[]) AS k (id, key) WHERE c.id = k.id`;
const SHARED = `
  SELECT count(*)::int AS emails FROM (
    SELECT FROM customer_risk.customers WHERE octet_length(profile->>'email') <> char_length(profile->>'email')
      AND EXISTS (SELECT FROM customer_risk.customers o WHERE o.tenant_id = customers.tenant_id
        AND o.email_key = customers.email_key AND o.id <> customers.id)
    GROUP BY tenant_id, email_key) AS shared`;

interface Row {
  id: string;
  tenant_id: string;
  email: string;
}

/**
 * Computes the email keys of existing customers again after the rule changed, and claims the new keys for them.
 *
 * Customers whose addresses become equal stay separate. The oldest of them has the claim, so no further customer can
 * get the address. The log tells how many addresses are shared, and `probity customers same-email` lists the customers.
 *
 * Guarantees: it never prevents a start. It retries in the background until it is complete.
 */
export class EmailKeys {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly againAfterMs = AGAIN_AFTER_MS,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves when every customer that existed at the start has its key of the current rule. */
  async complete(): Promise<void> {
    await this.running;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        let changed = 0;
        for (let size = BATCH; size === BATCH && !signal.aborted; changed += size) size = await this.next();
        if (changed > 0) await this.report(changed);
        return;
      } catch (err) {
        this.logger.warn({ err }, 'the keys of emails cannot be computed now; retrying');
        await pause(this.againAfterMs, signal);
      }
    }
  }

  /** Returns how many customers got a key. Several instances may do the same work at the same time. */
  private async next(): Promise<number> {
    const { rows } = await this.database.query<Row>(EARLIER);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const keys = rows.map(({ email }) => emailKey(email));
    await this.database.transaction(async (sql) => {
      await sql.query(CLAIM, [newId(), ids, rows.map(({ tenant_id }) => tenant_id), keys]);
      await sql.query(SET_KEYS, [ids, keys]);
    });
    return rows.length;
  }

  private async report(changed: number): Promise<void> {
    const { rows } = await this.database.query<{ emails: number }>(SHARED);
    const emails = rows[0]!.emails;
    this.logger.info({ customers: changed }, 'the keys of emails were computed again');
    if (emails > 0) {
      const message = 'customers of a tenant share an email under the current rule; "probity customers same-email"';
      this.logger.warn({ emails }, message);
    }
  }
}
