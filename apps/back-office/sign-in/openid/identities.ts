import { Injectable } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { claim } from '@probity/persistence/claims';
import { Database } from '@probity/persistence/database';
import { invalid, Refusal } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { IdentityProviderQueries, type UsableProvider } from '@probity/read-side/staff/identity-provider-queries';
import { credentialsRevisionOf, type Identity, type LoadedAccount, STAFF_ACCOUNT } from '../../staff/staff-account';
import { invitationInvalid } from '../credentials';
import type { VerifiedAccount } from '../sessions';
import { IdentityNotAccepted } from './openid-failed';

const CLAIM = `
  INSERT INTO back_office.staff_identities (provider_id, subject, account_id) VALUES ($1, $2, $3)
  ON CONFLICT (provider_id, subject) DO NOTHING`;
const OWNER = 'SELECT account_id FROM back_office.staff_identities WHERE provider_id = $1 AND subject = $2';
const TAKE_OVER = `
  UPDATE back_office.staff_identities SET account_id = $3
  WHERE provider_id = $1 AND subject = $2 AND account_id = $4`;

/** Which invitation a person accepts. */
export interface AcceptedInvitation {
  accountId: string;
  invitationHash: string;
}

/**
 * Which account has an identity at a provider. An account has the identity that accepted its invitation, and no other.
 * A provider signs in only accounts of the tenant that owns it.
 */
@Injectable()
export class Identities {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: Database,
    private readonly queries: IdentityProviderQueries,
    private readonly time: TimeSource,
  ) {}

  /** @throws Refusal `identity_not_accepted` */
  async account({ id: providerId, tenant_id }: UsableProvider, { subject }: Identity): Promise<VerifiedAccount> {
    const accountId = await this.queries.accountOfIdentity(providerId, subject);
    const account = accountId === undefined ? undefined : await this.store.load(STAFF_ACCOUNT, accountId);
    if (!account || !has(account, { providerId, subject }))
      throw new IdentityNotAccepted('no account has the identity');
    if (account.state.tenantId !== tenant_id) throw new IdentityNotAccepted('the account is of another tenant');
    if (account.state.isDisabled) throw new IdentityNotAccepted('the account is disabled');
    return { accountId: account.state.id, credentialsRevision: credentialsRevisionOf(account) };
  }

  /** @throws Refusal `invitation_invalid`, `identity_taken`, `contention` */
  async accept(
    { id: provider_id, tenant_id }: UsableProvider,
    { subject }: Identity,
    { accountId, invitationHash }: AcceptedInvitation,
  ): Promise<void> {
    const isInvited = (account: LoadedAccount | undefined): boolean => {
      const { invitation, isDisabled, tenantId } = account?.state ?? {};
      if (invitation?.hash !== invitationHash || isDisabled || tenantId !== tenant_id) return false;
      return Date.parse(invitation.expiresAt) > this.time.now().getTime();
    };
    if (!isInvited(await this.store.load(STAFF_ACCOUNT, accountId))) throw invitationInvalid();
    await this.claim({ providerId: provider_id, subject }, accountId);
    await this.store.change(STAFF_ACCOUNT, accountId, (found) => {
      if (!isInvited(found)) throw invitationInvalid();
      const bound_at = this.time.now().toISOString();
      const data = { account_id: accountId, tenant_id, provider_id, subject, bound_at };
      return { events: [{ type: 'StaffIdentityBound' as const, data }] };
    });
  }

  /** The claim of an account that did not get the identity, or has lost it, is taken over. */
  private async claim(identity: Identity, accountId: string): Promise<void> {
    const key = [identity.providerId, identity.subject];
    const { account_id: owner } = await claim<{ account_id: string }>(
      this.database,
      { text: CLAIM, values: [...key, accountId] },
      { text: OWNER, values: key },
    );
    if (owner === accountId) return;
    const other = await this.store.load(STAFF_ACCOUNT, owner);
    if (other && has(other, identity)) {
      throw invalid('identity_taken', 'another account has this identity; an admin can invite that account again');
    }
    const { rowCount } = await this.database.query(TAKE_OVER, [...key, accountId, owner]);
    if (rowCount === 1) return;
    throw new Refusal(
      'overloaded',
      'contention',
      'The identity was claimed concurrently. No changes were made; retry.',
    );
  }
}

const has = ({ state: { identity } }: LoadedAccount, { providerId, subject }: Identity): boolean =>
  identity?.providerId === providerId && identity.subject === subject;
