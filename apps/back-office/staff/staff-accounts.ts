import { Injectable } from '@nestjs/common';
import type { StaffEvent } from '@probity/contracts/staff/events';
import type { AccountKind, Role } from '@probity/contracts/staff/words';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { claim } from '@probity/persistence/claims';
import { Database } from '@probity/persistence/database';
import { invalid, notFound, Refusal } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { OPERATOR, type Officer } from '../auth/staff-caller';
import type { NewApiKey } from '@probity/platform/api-key';
import { rolesIn, STAFF_ACCOUNT, type StaffAccountState, tenantsOf } from './staff-account';

const DAY_MS = 86_400_000;
/** How long a person has to accept an invitation. */
export const INVITATION_DAYS = 7;

const CLAIM_EMAIL = `
  INSERT INTO back_office.staff_emails (email, account_id) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING`;
const EMAIL_OWNER = 'SELECT account_id FROM back_office.staff_emails WHERE email = $1';

export interface NewStaffAccount {
  kind: AccountKind;
  name: string;
  /** null for a service */
  email: string | null;
  roles: Role[];
  reason: string;
  /** of the invitation; null for a service */
  invitationHash: string | null;
}

/** Why and by whom an account is changed, and for which tenant; null: for the installation. */
export interface StaffChange {
  tenantId: string | null;
  by: Officer;
  reason: string;
  /** the approved proposal that carries it out; undefined: one person does it alone */
  proposalId?: string | undefined;
}

/**
 * Creates and changes accounts of staff. Callers check who may call what; this class makes sure that no account changes itself
 * and that only the tenant that manages an account changes more than its roles there.
 */
@Injectable()
export class StaffAccounts {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: Database,
    private readonly time: TimeSource,
  ) {}

  /**
   * Returns the id of the account.
   *
   * @param operationId the same when the operation is carried out again
   * @throws Refusal `email_taken`
   */
  async create(
    { kind, name, email, roles, reason, invitationHash }: NewStaffAccount,
    { tenantId, by, proposalId }: Omit<StaffChange, 'reason'>,
    operationId: string,
  ): Promise<string> {
    const id = email === null ? operationId : await this.ownerOf(email, operationId);
    const at = this.now();
    const change = { account_id: id, tenant_id: tenantId, ...by, reason };
    const created: StaffEvent & { id: string } = {
      id: operationId,
      type: 'StaffAccountCreated',
      data: { ...change, proposal_id: proposalId ?? null, kind, name, email, created_at: at },
    };
    const granted: StaffEvent = {
      type: 'StaffRolesChanged',
      data: { ...change, roles, changed_at: at },
    };
    const invited = invitationHash === null ? [] : [this.invited(change, proposalId, invitationHash, at)];
    const existing = await this.store.begin(STAFF_ACCOUNT, id, { events: [created, granted, ...invited] });
    // A repetition finds the account that it created.
    if (existing && existing.events[0]!.id !== operationId) throw emailTaken(email!);
    return id;
  }

  /** The id of the account with the email: a new one, or that of a creation that did not get further than its claim. */
  private async ownerOf(email: string, operationId: string): Promise<string> {
    const { account_id } = await claim<{ account_id: string }>(
      this.database,
      { text: CLAIM_EMAIL, values: [email, operationId] },
      { text: EMAIL_OWNER, values: [email] },
    );
    return account_id;
  }

  /** @throws Refusal `not_found`, `own_account`, `wrong_account_kind` */
  async setRoles(accountId: string, roles: Role[], { tenantId, by, reason }: StaffChange): Promise<void> {
    await this.change(accountId, by, (account) => {
      const before = rolesIn(account, tenantId);
      if (roles.length === before.length && roles.every((role) => before.includes(role))) return undefined;
      const changed_at = this.now();
      return {
        type: 'StaffRolesChanged',
        data: { account_id: accountId, ...by, reason, tenant_id: tenantId, roles, changed_at },
      };
    });
  }

  /**
   * Ends the credentials and sessions of a person, and its roles in other tenants: these gave them to the person, and not
   * to the holder of a new invitation. @throws Refusal `not_found`, `own_account`, `wrong_account_kind` */
  async invite(accountId: string, invitationHash: string, change: StaffChange): Promise<void> {
    const { tenantId, by, reason, proposalId } = change;
    await this.changeManaged(accountId, tenantId, by, (account) => {
      refuseKind(account, 'person');
      if (account.invitation?.hash === invitationHash) return [];
      const about = { account_id: accountId, ...by, reason };
      const elsewhere = tenantsOf(account).filter((tenant) => tenant !== tenantId);
      return [
        ...elsewhere.map((tenant): StaffEvent => {
          const data = { ...about, tenant_id: tenant, roles: [], changed_at: this.now() };
          return { type: 'StaffRolesChanged', data };
        }),
        this.invited({ ...about, tenant_id: tenantId }, proposalId, invitationHash, this.now()),
      ];
    });
  }

  /** @throws Refusal `not_found`, `own_account` */
  async setDisabled(accountId: string, isDisabled: boolean, { tenantId, by, reason }: StaffChange): Promise<void> {
    await this.changeManaged(accountId, tenantId, by, (account): StaffEvent | undefined => {
      if (account.isDisabled === isDisabled) return undefined;
      const change = { account_id: accountId, tenant_id: tenantId, ...by, reason };
      return isDisabled
        ? { type: 'StaffAccountDisabled', data: { ...change, disabled_at: this.now() } }
        : { type: 'StaffAccountEnabled', data: { ...change, enabled_at: this.now() } };
    });
  }

  /** @throws Refusal `not_found`, `own_account`, `wrong_account_kind` */
  async addToken(
    accountId: string,
    { id, hash }: Pick<NewApiKey, 'id' | 'hash'>,
    { label, expiresAt }: { label: string; expiresAt: string },
    { tenantId, by, reason }: StaffChange,
  ): Promise<void> {
    await this.changeManaged(accountId, tenantId, by, (account) => {
      refuseKind(account, 'service');
      // Also a token that was revoked since: a repetition must not bring it back.
      if (account.tokens.some((token) => token.id === id)) return undefined;
      const token = { token_id: id, label, token_hash: hash, expires_at: expiresAt, created_at: this.now() };
      return {
        type: 'StaffTokenCreated',
        data: { account_id: accountId, tenant_id: tenantId, ...by, reason, ...token },
      };
    });
  }

  /** @throws Refusal `not_found`, `own_account` */
  async revokeToken(accountId: string, tokenId: string, { tenantId, by, reason }: StaffChange): Promise<void> {
    await this.changeManaged(accountId, tenantId, by, (account) => {
      if (!account.tokens.some(({ id, isRevoked }) => id === tokenId && !isRevoked)) return undefined;
      const change = { account_id: accountId, tenant_id: tenantId, ...by, reason };
      return { type: 'StaffTokenRevoked', data: { ...change, token_id: tokenId, revoked_at: this.now() } };
    });
  }

  private invited(
    change: { account_id: string; tenant_id: string | null; reason: string } & Officer,
    proposalId: string | undefined,
    invitation_hash: string,
    invited_at: string,
  ): StaffEvent {
    const expires_at = new Date(Date.parse(invited_at) + INVITATION_DAYS * DAY_MS).toISOString();
    const data = { ...change, proposal_id: proposalId ?? null, invitation_hash, expires_at, invited_at };
    return { type: 'StaffInvited', data };
  }

  private async changeManaged(
    accountId: string,
    tenantId: string | null,
    by: Officer,
    decide: (account: StaffAccountState) => StaffEvent | StaffEvent[] | undefined,
  ): Promise<void> {
    await this.change(accountId, by, (account) => {
      if (account.tenantId !== tenantId) throw notFound('account', accountId);
      return decide(account);
    });
  }

  private async change(
    accountId: string,
    by: Officer,
    decide: (account: StaffAccountState) => StaffEvent | StaffEvent[] | undefined,
  ): Promise<void> {
    if (by.officer_id === accountId && by.officer_id !== OPERATOR) {
      throw new Refusal('forbidden', 'own_account', 'another person must change your account');
    }
    await this.store.change(STAFF_ACCOUNT, accountId, (found) => {
      if (!found) throw notFound('account', accountId);
      const events = [decide(found.state) ?? []].flat();
      return events.length > 0 ? { events } : undefined;
    });
  }

  private now(): string {
    return this.time.now().toISOString();
  }
}

const emailTaken = (email: string): Refusal => invalid('email_taken', `another account has the email ${email}`);

function refuseKind({ kind, name }: StaffAccountState, expected: AccountKind): void {
  if (kind === expected) return;
  const what = expected === 'person' ? 'a service, which has tokens and no password' : 'a person, who signs in';
  throw invalid('wrong_account_kind', `${name} is ${what}`);
}
