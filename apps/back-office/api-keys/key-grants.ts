import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { TENANT_STREAM_PREFIX, type TenantEvent } from '@probity/contracts/tenants/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventStore } from '@probity/event-store/event-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import { Database } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import { GrantSigner, isSigned } from '@probity/platform/grants';
import type { Logger } from '@probity/platform/logging';
import { Repeatedly } from '@probity/platform/repeatedly';
import { TimeSource } from '@probity/platform/time-source';
import { grantSubject } from '@probity/read-side/grant-subject';
import { apiKeyStatement } from '@probity/read-side/tenants/api-key-grant';
import { addEnds, ForgedList, readEndedKeys, writeEndedKeys } from '@probity/read-side/tenants/ended-keys';
import { LOGGER } from '@probity/platform/logger.token';
import { forgedGrant } from '../notices/forged-grant';
import { TenantStream } from '../tenants/tenant-stream';
import { applyKeyEvent, differenceOf, type KeyInEvents, type KeyRow } from './keys-in-events';
import { olderKeys, OlderKeysUnknown } from './older-keys';

const CHECK_MS = 600_000;
const ROWS = `
  SELECT id, tenant_id, label, scopes, key_hash, allowed_addresses, created_at, expires_at, granted_until, revoked_at,
    signature
  FROM back_office.api_keys`;
const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtextextended('ended API keys', 0))";
const MAX_NAMED = 20;

/**
 * Signs API keys, keeps the signed list of ended keys, and compares the rows of keys with the events: at the
 * start, and every ten minutes. A row that differs raises a notice.
 */
@Injectable()
export class KeyGrants implements OnModuleInit, OnModuleDestroy {
  /** by their ids, as far as the events were read */
  private readonly keys = new Map<string, KeyInEvents>();
  /** the next revision to read of each stream */
  private readonly next = new Map<string, number>();
  private readonly checking = new Repeatedly(
    CHECK_MS,
    () => this.check(),
    (err) => this.logger.warn({ err }, 'API keys cannot be compared with the events; retrying in ten minutes'),
  );

  constructor(
    private readonly database: Database,
    private readonly events: EventStore,
    private readonly store: AggregateStore,
    private readonly stream: TenantStream,
    private readonly board: NoticeBoard,
    private readonly signer: GrantSigner,
    private readonly time: TimeSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Gateways accept no key before the first check has stored the list of ended keys. */
  async onModuleInit(): Promise<void> {
    await this.check();
    this.logger.info({ grant_key: this.signer.shownKey }, 'API keys are signed; gateways check them with this key');
    this.checking.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.checking.stop();
  }

  /** Adds a key that was revoked or replaced to the signed list. @param at epoch milliseconds */
  async end(keyId: string, at: number): Promise<void> {
    await this.writeList([[keyId, at]]);
  }

  async check(): Promise<void> {
    const { rows } = await this.database.query<KeyRow>(ROWS); // before the events, so that these have all of them
    for await (const stream of this.events.listStreams(TENANT_STREAM_PREFIX)) await this.readOrReport(stream);
    await this.signOlder();
    await this.writeList([...this.keys].flatMap(([id, { endsAt }]) => (endsAt === undefined ? [] : [[id, endsAt]])));
    for (const row of rows) {
      const key = this.keys.get(row.id);
      const isForged = key?.signature && !isSigned(this.signer.publicKey, apiKeyStatement(key.grant), key.signature);
      const difference = isForged ? 'its event is not signed with the key of grants' : differenceOf(row, key);
      if (difference !== undefined && !this.wasJustSigned(row, key)) await this.report('api_key', row.id, difference);
    }
  }

  /** Its row was read before its signature was stored. */
  private wasJustSigned(row: KeyRow, key: KeyInEvents | undefined): boolean {
    return row.signature === null && key?.isOlder === true && key.signature !== null;
  }

  private async readOrReport(stream: string): Promise<void> {
    try {
      await this.read(stream);
    } catch (err) {
      this.logger.error({ err, stream }, 'the API keys of a tenant cannot be read from the events');
    }
  }

  private async read(stream: string): Promise<void> {
    for await (const chunk of this.events.readStream(stream, { from: this.next.get(stream) ?? 0 })) {
      for (const event of chunk) {
        if (!event.isForeign && event.data !== undefined) applyKeyEvent(this.keys, event as unknown as TenantEvent);
        this.next.set(stream, event.revision + 1);
      }
    }
  }

  private async signOlder(): Promise<void> {
    const signed = new Map<string, string[]>();
    try {
      const maySign = await olderKeys(this.store, this.signer, this.keys, this.time.now());
      for (const key of this.keys.values()) {
        if (key.signature !== null || key.endsAt !== undefined || !maySign(key)) continue;
        const { tenant_id, id } = key.grant;
        if (!(await this.isSignedNow(key))) continue;
        signed.set(tenant_id, [...(signed.get(tenant_id) ?? []), id]);
      }
    } catch (error) {
      if (!(error instanceof OlderKeysUnknown)) throw error;
      await this.report('list', 'older_api_keys', error.message);
    }
    for (const [tenantId, ids] of signed) await this.tell(tenantId, ids);
  }

  /** A tenant whose events are damaged or missing does not keep the keys of others from being signed. */
  private async isSignedNow(key: KeyInEvents): Promise<boolean> {
    try {
      await this.signOne(key);
      return true;
    } catch (err) {
      if (isUnavailable(err)) throw err;
      this.logger.error({ err, tenant_id: key.grant.tenant_id, key_id: key.grant.id }, 'an API key cannot be signed');
      return false;
    }
  }

  private async signOne(key: KeyInEvents): Promise<void> {
    const { tenant_id, id, granted_until } = key.grant;
    const signature = this.signer.sign(apiKeyStatement(key.grant));
    await this.stream.append(tenant_id, async () => {
      await this.read(`${TENANT_STREAM_PREFIX}${tenant_id}`);
      if (key.signature !== null) return undefined; // by another instance
      const until = granted_until?.toISOString() ?? null;
      const signed_at = this.time.now().toISOString();
      return { type: 'ApiKeySigned', data: { tenant_id, key_id: id, granted_until: until, signature, signed_at } };
    });
    key.signature = signature;
  }

  private async tell(tenantId: string, ids: string[]): Promise<void> {
    const more = ids.length > MAX_NAMED ? ', and others: see the audit trail' : '';
    await this.board.raise({
      tenantId,
      kind: 'api_keys_signed',
      subject: 'api_keys',
      severity: 'medium',
      message:
        `This version signed ${ids.length} API keys of an older version, so that they go on working: ` +
        `${ids.slice(0, MAX_NAMED).join(', ')}${more}. Compare them with the keys that you know ("probity key list"), ` +
        'revoke any other one, and settle this notice.',
      data: { key_ids: ids.slice(0, MAX_NAMED), keys: ids.length },
    });
  }

  private async writeList(more: [id: string, at: number][]): Promise<void> {
    const forged = await this.database.transaction(async (sql) => {
      await sql.query(ONE_AT_A_TIME);
      const ends = new Map<string, number>();
      let isForged = false;
      try {
        addEnds(ends, (await readEndedKeys(sql, this.signer.publicKey))?.ends ?? []);
      } catch (error) {
        if (!(error instanceof ForgedList)) throw error;
        isForged = true;
        addEnds(
          ends,
          [...this.keys].flatMap(([id, { endsAt }]) => (endsAt === undefined ? [] : [[id, endsAt]])),
        );
      }
      addEnds(ends, more);
      await writeEndedKeys(sql, { signedAt: this.time.now().getTime(), ends }, this.signer);
      return isForged;
    });
    if (forged) await this.report('list', 'ended_api_keys', 'its signature does not hold; it was replaced');
  }

  private async report(kind: string, id: string, detail: string): Promise<void> {
    this.logger.error({ [kind]: id, detail }, 'a row that grants rights is not what Probity wrote');
    await this.board.raise(forgedGrant(grantSubject(kind, id), detail));
  }
}
