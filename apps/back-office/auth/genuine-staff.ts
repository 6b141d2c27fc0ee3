import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { StaffEvent } from '@probity/contracts/staff/events';
import type { AccountKind, Role } from '@probity/contracts/staff/words';
import { type TenantEvent, tenantStream } from '@probity/contracts/tenants/events';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { EventStore } from '@probity/event-store/event-store';
import { Contradictions } from '@probity/persistence/contradictions';
import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { AuthenticRows, ForgedRow, RowBehind } from '@probity/read-side/authentic-rows';
import { grantSubject } from '@probity/read-side/grant-subject';
import {
  IdentityQueries,
  type StoredIdentity,
  type StoredRole,
  type StoredTokenOfService,
} from '@probity/read-side/staff/identity-queries';
import { STAFF_ACCOUNT, type StaffAccountState } from '../staff/staff-account';

/** A read side on another server than the events follows them within moments. */
const TRIES = 5;
const NEXT_TRY_MS = 200;
const REPORT_MS = 3_600_000;
const MAX_KNOWN = 1_000;
const BEHIND_MS = 60_000;

/** A role, and where it holds. */
export interface HeldRole extends Pick<StoredRole, 'tenant_id' | 'slug' | 'role'> {
  /** for emergency access: when it ends */
  until: Date | null;
}

/** An account that a session or a token belongs to. */
export interface StaffIdentity {
  id: string;
  name: string;
  email: string | null;
  roles: HeldRole[];
}

/**
 * Compares the rows of accounts, their roles and tokens, and of emergency access with their events, which have MACs. So
 * a row that was inserted or changed in the database grants nothing, and operators get a notice.
 *
 * Not guaranteed: that emergency access which was ended early stays ended in a changed row. It ends when its event says.
 */
export class GenuineStaff {
  private readonly queries: IdentityQueries;
  private readonly accounts: AuthenticRows<StaffAccountState, StaffEvent>;
  private readonly reports: Contradictions;
  /** the accounts whose rows were behind their events, and since when; of `performance.now()` */
  private readonly behindSince = new LRUCache<string, number>({ max: MAX_KNOWN, ttl: 10 * BEHIND_MS });
  /** the events of emergency access that were read, by the id of the access */
  private readonly opened = new LRUCache<string, Opened>({ max: MAX_KNOWN });

  constructor(
    database: Database,
    store: AggregateStore,
    private readonly events: EventStore,
  ) {
    this.accounts = new AuthenticRows(database, store, STAFF_ACCOUNT, saidByEvents, true);
    this.reports = new Contradictions(database, REPORT_MS);
    this.queries = new IdentityQueries(database);
  }

  /**
   * Reads an identity, and returns it when its rows are genuine, with the roles that are.
   *
   * @param read reads the rows anew at each call
   * @throws Refusal `unavailable` when they do not have the last events of the account
   */
  async genuine<Row extends StoredIdentity>(read: () => Promise<Row | undefined>): Promise<(Row & Held) | undefined> {
    for (let left = TRIES; ; left--) {
      const row = await read();
      if (!row) return undefined;
      try {
        const checked = await this.checked(row);
        this.behindSince.delete(row.id);
        return checked;
      } catch (error) {
        if (error instanceof ForgedRow) return undefined;
        if (!(error instanceof RowBehind)) throw error;
        if (left === 1) throw await this.behind(row.id);
      }
      await delay(NEXT_TRY_MS);
    }
  }

  /** A row that stays behind its events for a minute is reported: a projection does not take so long. */
  private async behind(id: string): Promise<Refusal> {
    const since = this.behindSince.get(id) ?? performance.now();
    this.behindSince.set(id, since);
    if (performance.now() - since > BEHIND_MS) await this.accounts.reported(id, 'it is older than its events');
    return new Refusal(
      'overloaded',
      'unavailable',
      'The account has changed. No changes were made; retry in a moment.',
    );
  }

  /** Those of these identities that are genuine. One whose row is behind its events is left out. */
  async those<Row extends StoredIdentity>(rows: Row[]): Promise<(Row & Held)[]> {
    const checked = await Promise.all(
      rows.map((row) =>
        this.checked(row).catch((error: unknown) => {
          if (error instanceof ForgedRow || error instanceof RowBehind) return undefined;
          throw error;
        }),
      ),
    );
    return checked.filter((row) => row !== undefined);
  }

  /** The token of a service account; undefined when it was revoked or has ended, or the account is disabled. */
  token(tokenId: string, now: Date): Promise<TokenOfService | undefined> {
    return this.genuine(() => this.queries.token(tokenId, now));
  }

  /** Those of many tokens, by their ids, that are valid, with what their accounts may do now. */
  async tokensNow(tokenIds: string[], now: Date): Promise<TokenOfService[]> {
    return this.those(await this.queries.tokensNow(tokenIds, now));
  }

  /** An account with what it may do at the time; undefined when it is disabled. */
  accountNow(accountId: string, now: Date): Promise<StaffIdentity | undefined> {
    return this.genuine(() => this.queries.accountNow(accountId, now));
  }

  /** @throws ForgedRow, RowBehind */
  private async checked<Row extends StoredIdentity>(row: Row): Promise<Row & Held> {
    await this.accounts.check(row.id, row.revision, saidByRow(row));
    const roles: HeldRole[] = [];
    for (const { tenant_id, slug, role, until, ...access } of row.roles) {
      if (until !== null && !(await this.wasOpened(row.id, { tenant_id, role, until, ...access }))) continue;
      roles.push({ tenant_id, slug, role, until: until === null ? null : new Date(until) });
    }
    return { ...row, roles };
  }

  private async wasOpened(officerId: string, held: Omit<StoredRole, 'slug'>): Promise<boolean> {
    const { access_id, tenant_id, role, until } = held;
    if (access_id === null || tenant_id === null || until === null) return false;
    const event = this.opened.get(access_id) ?? (await this.readOpened(held));
    if (event) this.opened.set(access_id, event);
    const isGenuine =
      event?.access_id === access_id &&
      event.tenant_id === tenant_id &&
      event.officer_id === officerId &&
      event.roles.includes(role) &&
      Date.parse(event.until) >= Date.parse(until);
    if (!isGenuine) {
      const detail = event ? 'its event says otherwise' : 'no event has it';
      const error = new Error(`the stored emergency access ${access_id} grants nothing: ${detail}`);
      await this.reports.report(error, grantSubject('emergency_access', access_id), detail);
      if (error.cause) throw error;
    }
    return isGenuine;
  }

  private async readOpened({ tenant_id, access_revision }: Omit<StoredRole, 'slug'>): Promise<Opened | undefined> {
    if (access_revision === null) return undefined;
    const range = { from: access_revision, to: access_revision };
    for await (const [event] of this.events.readStream(tenantStream(tenant_id!), range)) {
      const { isForeign, type, data } = event! as typeof event & TenantEvent;
      return isForeign || data === undefined || type !== 'EmergencyAccessOpened' ? undefined : data;
    }
    return undefined;
  }
}

export type TokenOfService = StaffIdentity & Pick<StoredTokenOfService, 'token_id' | 'token_hash'>;
type Held = { roles: HeldRole[] };
type Opened = Extract<TenantEvent, { type: 'EmergencyAccessOpened' }>['data'];

/** What decides what the caller may do, and under which name. */
interface Said extends Record<string, unknown> {
  kind: AccountKind;
  name: string;
  email: string | null;
  managed_by: string | null;
  is_disabled: boolean;
  roles: string[];
  tokens: string[];
}

const saidByEvents = (account: StaffAccountState): Said => ({
  kind: account.kind,
  name: account.name,
  email: account.email,
  managed_by: account.tenantId,
  is_disabled: account.isDisabled,
  roles: Object.entries(account.roles)
    .flatMap(([tenantId, roles]) => roles.map((role) => held(tenantId, role)))
    .sort(),
  tokens: account.tokens
    .filter(({ isRevoked }) => !isRevoked)
    .map(({ id, hash, expiresAt }) => token(id, hash, expiresAt))
    .sort(),
});

const saidByRow = (row: StoredIdentity): Said => ({
  kind: row.kind,
  name: row.name,
  email: row.email,
  managed_by: row.managed_by,
  is_disabled: false,
  roles: row.roles
    .filter(({ until }) => until === null)
    .map(({ tenant_id, role }) => held(tenant_id ?? '', role))
    .sort(),
  tokens: row.tokens.map(({ id, hash, expires_at }) => token(id, hash, expires_at)).sort(),
});

const held = (tenantId: string, role: Role): string => `${role} ${tenantId}`;
const token = (id: string, hash: string, expiresAt: string): string =>
  `${id} ${hash} ${new Date(expiresAt).toISOString()}`;
