import { Injectable } from '@nestjs/common';
import type { CreatedStaffToken, Invitation, StaffAccount } from '@probity/contracts/staff/views';
import type { Role } from '@probity/contracts/staff/words';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { found } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { officerOf, type StaffCaller } from '../auth/staff-caller';
import { createServiceToken } from '../auth/service-token';
import { emailKey } from './email-key';
import { newInvitation } from './invitation';
import { INVITATION_DAYS, StaffAccounts, type StaffChange } from './staff-accounts';
import { DEFAULT_TOKEN_DAYS } from './staff.dto';

const DAY_MS = 86_400_000;

/** What admins of a tenant, or of the installation (`tenantId` null), do with accounts of staff. */
@Injectable()
export class StaffAdministration {
  constructor(
    private readonly accounts: StaffAccounts,
    private readonly queries: StaffQueries,
    private readonly operations: KeyedOperations,
    private readonly time: TimeSource,
  ) {}

  /** @throws Refusal `not_found` */
  async account(tenantId: string | null, accountId: string): Promise<StaffAccount> {
    return found('account', accountId, await this.queries.account(tenantId, accountId));
  }

  addPerson(
    tenantId: string | null,
    caller: StaffCaller,
    { name, email, roles, reason }: { name: string; email: string; roles: Role[]; reason: string },
  ): Promise<Invitation> {
    const expires_at = this.inDays(INVITATION_DAYS);
    const asked = { name, email: emailKey(email), roles, reason, ...newInvitation(), expires_at };
    return this.operations.ofRequest(asked, async (given, operationId) => {
      const { name, email, roles, reason, invitation, invitation_hash: invitationHash } = given;
      const account = { kind: 'person' as const, name, email, roles, reason, invitationHash };
      const change = { tenantId, by: officerOf(caller), proposalId: caller.proposalId };
      const account_id = await this.accounts.create(account, change, operationId);
      return { account_id, invitation, expires_at: given.expires_at };
    });
  }

  addService(
    tenantId: string | null,
    caller: StaffCaller,
    { name, roles, reason }: { name: string; roles: Role[]; reason: string },
  ): Promise<StaffAccount> {
    return this.operations.ofRequest({ name, roles, reason }, async (given, operationId) => {
      const account = { kind: 'service' as const, email: null, invitationHash: null, ...given };
      const change = { tenantId, by: officerOf(caller), proposalId: caller.proposalId };
      const id = await this.accounts.create(account, change, operationId);
      return this.account(tenantId, id);
    });
  }

  async setRoles(
    tenantId: string | null,
    accountId: string,
    roles: Role[],
    caller: StaffCaller,
    reason: string,
  ): Promise<void> {
    await this.accounts.setRoles(accountId, roles, { tenantId, by: officerOf(caller), reason });
  }

  invite(accountId: string, change: StaffChange): Promise<Invitation> {
    const expires_at = this.inDays(INVITATION_DAYS);
    return this.operations.ofRequest({ ...newInvitation(), expires_at }, async (given) => {
      const { invitation, invitation_hash, expires_at } = given;
      await this.accounts.invite(accountId, invitation_hash, change);
      return { account_id: accountId, invitation, expires_at };
    });
  }

  setDisabled(accountId: string, isDisabled: boolean, change: StaffChange): Promise<StaffAccount> {
    return this.operations.ofRequest({}, async () => {
      await this.accounts.setDisabled(accountId, isDisabled, change);
      return this.account(change.tenantId, accountId);
    });
  }

  createToken(
    accountId: string,
    { label, expires_in_days }: { label: string; expires_in_days?: number | null },
    change: StaffChange,
  ): Promise<CreatedStaffToken> {
    const expires_at = this.inDays(expires_in_days ?? DEFAULT_TOKEN_DAYS);
    return this.operations.ofRequest({ created: createServiceToken(), expires_at }, async (given) => {
      const { created, expires_at } = given;
      await this.accounts.addToken(accountId, created, { label, expiresAt: expires_at }, change);
      return { id: created.id, token: created.key, label, expires_at };
    });
  }

  revokeToken(accountId: string, tokenId: string, change: StaffChange): Promise<void> {
    return this.accounts.revokeToken(accountId, tokenId, change);
  }

  private inDays(days: number): string {
    return new Date(this.time.now().getTime() + days * DAY_MS).toISOString();
  }
}
