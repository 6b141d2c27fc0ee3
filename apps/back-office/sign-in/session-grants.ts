import { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import { canonicalJson } from '@probity/platform/canonical-json';
import type { GrantSigner } from '@probity/platform/grants';
import { VerifiedStatements } from '@probity/platform/verified-statements';
import { grantSubject } from '@probity/read-side/grant-subject';
import type { SessionGrant, SignedSession } from '@probity/read-side/staff/identity-queries';

const MAX_KNOWN = 10_000;
const REPORT_MS = 3_600_000;

/** Signs what the rows of sessions grant. So a row that was inserted or changed in the database is no session. */
export class SessionGrants {
  private readonly signed: VerifiedStatements<SignedSession>;
  private readonly reports: Contradictions;

  constructor(
    private readonly signer: GrantSigner,
    database: Database,
  ) {
    this.reports = new Contradictions(database, REPORT_MS);
    this.signed = new VerifiedStatements<SignedSession>(signer.publicKey, statementOf, MAX_KNOWN);
  }

  sign(grant: SessionGrant): string {
    return this.signer.sign(statementOf(grant));
  }

  /** Whether the back office signed the row. If not, operators get a notice. */
  async holds(session: SignedSession): Promise<boolean> {
    const { session_id } = session;
    const holds = this.signed.hold(session_id, session);
    if (!holds) {
      const detail = 'the back office did not sign its row';
      const error = new Error(`session ${session_id} grants nothing: ${detail}`);
      await this.reports.report(error, grantSubject('session', session_id), detail);
      if (error.cause) throw error;
    }
    return holds;
  }
}

/** The signed text. Its `type` keeps a signature of one kind of statement from being used as another. */
const statementOf = (grant: SessionGrant): string =>
  canonicalJson({
    type: 'staff_session',
    version: 1,
    id: grant.session_id,
    token_hash: grant.token_hash.toString('hex'),
    account_id: grant.account_id,
    credentials_revision: grant.credentials_revision,
    csrf_hash: grant.csrf_hash.toString('hex'),
    signed_in_at: grant.signed_in_at.toISOString(),
    expires_at: grant.expires_at.toISOString(),
    method: grant.method,
    proved_at: grant.proved_at?.toISOString() ?? null,
    provider_id: grant.provider_id,
    subject: grant.subject,
    provider_session: grant.provider_session,
    passkey_id: grant.passkey_id,
  });
