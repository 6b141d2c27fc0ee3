import type { KeyObject } from 'node:crypto';
import { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { Repeatedly } from '@probity/platform/repeatedly';
import type { TimeSource } from '@probity/platform/time-source';
import { VerifiedStatements } from '@probity/platform/verified-statements';
import { grantSubject } from '@probity/read-side/grant-subject';
import { apiKeyStatement } from '@probity/read-side/tenants/api-key-grant';
import { addEnds, type EndedKeys, readEndedKeys } from '@probity/read-side/tenants/ended-keys';
import type { ApiKeyCredential } from '@probity/read-side/tenants/tenant-queries';

const READ_MS = 5_000;
/** The back office signs the list again every ten minutes. */
const STALE_MS = 3_600_000;
const REPORT_MS = 3_600_000;
const MAX_VERIFIED = 20_000;

/**
 * Says whether the back office granted what the row of an API key says. Each version of a row is verified once.
 *
 * A key that ended stays ended, also when its row or the list is deleted or replaced by an older one: the gateway
 * forgets no end that it has read. Not guaranteed: that a gateway which starts while the back office does not run
 * notices a list that was replaced by an older one. It logs that the list is old.
 */
export class KeyGrants {
  private readonly signed: VerifiedStatements<ApiKeyCredential>;
  private readonly ends = new Map<string, number>();
  /** the last list that was read */
  private last: EndedKeys | undefined;
  private readonly reports: Contradictions;
  private readonly reading = new Repeatedly(
    READ_MS,
    () => this.read(),
    (err) => this.logger.error({ err }, 'the list of ended API keys cannot be read'),
  );

  constructor(
    private readonly publicKey: KeyObject,
    private readonly database: Database,
    private readonly time: TimeSource,
    private readonly logger: Logger,
  ) {
    this.reports = new Contradictions(database, REPORT_MS);
    this.signed = new VerifiedStatements<ApiKeyCredential>(publicKey, apiKeyStatement, MAX_VERIFIED);
  }

  start(): void {
    this.reading.start();
  }

  stop(): Promise<void> {
    return this.reading.stop();
  }

  /** @throws Error while the back office has not stored the list of ended keys, or another key signed it */
  async checkReady(): Promise<void> {
    if (!this.last) await this.read();
    if (!this.last) throw new Error('the back office has not signed the list of ended API keys yet');
  }

  /**
   * Whether the key grants what its row says. If not, an operator gets a notice.
   *
   * @throws Refusal `unavailable` before the list of ended keys could be read
   */
  async hold(credential: ApiKeyCredential): Promise<boolean> {
    if (!this.last) {
      await this.checkReady().catch((cause: unknown) => {
        throw new Refusal('overloaded', 'unavailable', 'API keys cannot be checked yet. No changes were made; retry.', {
          cause,
        });
      });
    }
    const objection = this.objectionTo(credential);
    if (objection === undefined) return true;
    const error = new Error(`API key ${credential.id} grants nothing: ${objection}`);
    await this.reports.report(error, grantSubject('api_key', credential.id), objection);
    if (error.cause) this.logger.error({ err: error }, 'a forged API key cannot be reported');
    return false;
  }

  private objectionTo(credential: ApiKeyCredential): string | undefined {
    if (!this.signed.hold(credential.id, credential)) return 'the back office did not sign its row';
    const { granted_until, expires_at } = credential;
    const granted = granted_until?.getTime() ?? Infinity;
    if ((expires_at?.getTime() ?? Infinity) > granted) return 'its row has a later end than was signed';
    const end = Math.min(granted, this.ends.get(credential.id) ?? Infinity);
    return end <= this.time.now().getTime() ? 'it was revoked or replaced, and its row says otherwise' : undefined;
  }

  private async read(): Promise<void> {
    const list = await readEndedKeys(this.database, this.publicKey, this.last);
    if (!list) {
      if (this.last) await this.reportList('it was deleted');
      return;
    }
    if (list !== this.last) addEnds(this.ends, list.ends);
    if (this.last && list.signedAt < this.last.signedAt) await this.reportList('it was replaced by an older one');
    else this.last = list;
    const signed_at = new Date(this.last.signedAt);
    if (this.time.now().getTime() - signed_at.getTime() > STALE_MS) {
      this.logger.warn({ signed_at }, 'the list of ended API keys is old; does the back office run?');
    }
  }

  private async reportList(why: string): Promise<void> {
    const error = new Error(`the list of ended API keys is not the last one: ${why}`);
    await this.reports.report(error, grantSubject('list', 'ended_api_keys'), why);
    if (error.cause) throw error;
  }
}
