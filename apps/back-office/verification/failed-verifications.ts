import { Injectable } from '@nestjs/common';
import { Database } from '@probity/persistence/database';
import type { VerifiedKind } from './due-verifications';

const COUNT = `
  SELECT kind, count(*)::int AS failed FROM back_office.last_verifications WHERE NOT verified GROUP BY kind
  UNION ALL
  SELECT 'database_objects', count(*)::int FROM platform.notices
  WHERE kind = 'verification_failed' AND tenant_id IS NULL AND status = 'open'`;
/** The objects of the database are one: its notice is open, or not. */
type Kind = VerifiedKind | 'database_objects';

/** What did not verify when Probity verified it last. */
@Injectable()
export class FailedVerifications {
  constructor(private readonly database: Database) {}

  async count(): Promise<Record<Kind, number>> {
    const { rows } = await this.database.query<{ kind: Kind; failed: number }>(COUNT);
    return {
      ledger: 0,
      audit_trail: 0,
      database_objects: 0,
      ...Object.fromEntries(rows.map(({ kind, failed }) => [kind, failed])),
    };
  }

  /** Whether operators have to look. */
  async state(): Promise<'ok' | 'failed'> {
    return Object.values(await this.count()).every((failed) => failed === 0) ? 'ok' : 'failed';
  }
}
