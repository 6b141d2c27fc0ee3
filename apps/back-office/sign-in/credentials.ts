import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import type { OpenedInvitation, RecoveryCodes } from '@probity/contracts/staff/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { secretHash } from '@probity/platform/api-key';
import { invalid, Refusal } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { IdentityProviderQueries } from '@probity/read-side/staff/identity-provider-queries';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { invitationHash } from '../staff/invitation';
import { credentialsRevisionOf, type LoadedAccount, STAFF_ACCOUNT } from '../staff/staff-account';
import { StaffSecrets } from '../staff/staff-secrets';
import { enrolment, newRecoveryCodes, recoveryHash, secretOfInvitation, stepOfCode } from './one-time-codes';
import { hashPassword, isPassword, refuseWeak } from './passwords';
import type { VerifiedAccount } from './sessions';

const USE_CODE = `
  INSERT INTO back_office.used_codes AS u (account_id, step) VALUES ($1, $2)
  ON CONFLICT (account_id) DO UPDATE SET step = excluded.step WHERE u.step < excluded.step`;

/** Has no events. An unknown email takes the same steps as a known one, so that the time does not tell them apart. */
export const NO_ACCOUNT = NIL;

/** The passwords and one-time codes of people. */
@Injectable()
export class Credentials {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: Database,
    private readonly queries: StaffQueries,
    private readonly providers: IdentityProviderQueries,
    private readonly secrets: StaffSecrets,
    private readonly time: TimeSource,
  ) {}

  /**
   * Checks a password and a one-time code or a recovery code, both of which it uses up. Takes the time of a check for
   * an account that does not exist, too.
   *
   * @param accountId undefined: no account has the email
   */
  async check(accountId: string | undefined, password: string, code: string): Promise<VerifiedAccount | undefined> {
    const account = await this.store.load(STAFF_ACCOUNT, accountId ?? NO_ACCOUNT);
    const { credentials, isDisabled } = account?.state ?? {};
    const stored = credentials && this.secrets.open('password', account!.state.id, credentials.sealedPassword);
    const matches = await isPassword(password, stored?.toString());
    if (!account || !credentials || isDisabled || !matches) return undefined;
    const recovery = recoveryHash(code);
    // Without an attempt to use an unknown code, which would take longer and tell that the password is right.
    const isRight =
      recovery === undefined
        ? await this.useCode(account, code)
        : credentials.recoveryHashes.includes(recovery) && (await this.useRecoveryCode(account, recovery));
    return isRight ? { accountId: account.state.id, credentialsRevision: credentialsRevisionOf(account) } : undefined;
  }

  /** What a person needs to accept an invitation. @throws Refusal `invitation_invalid` */
  async invitation(invitation: string): Promise<OpenedInvitation> {
    const { name, email, tenantId } = (await this.invited(invitation)).state;
    const identity_providers = await this.providers.offered(tenantId);
    return { name, email: email!, ...enrolment(this.codeSecrets(invitation)[0]!, email!), identity_providers };
  }

  /**
   * Sets the credentials of the invited person.
   *
   * @param code of the app that has the secret of the invitation
   * @throws Refusal `invitation_invalid`, `weak_password`, `wrong_code`
   */
  async accept(invitation: string, password: string, code: string): Promise<RecoveryCodes> {
    const { state } = await this.invited(invitation);
    refuseWeak(password, { name: state.name, email: state.email! });
    const now = this.time.now();
    const secret = this.codeSecrets(invitation).find((each) => stepOfCode(each, code, now) !== undefined);
    if (!secret) {
      throw invalid('wrong_code', 'the one-time code is wrong; check the clock of the device, and enter the next code');
    }
    const { id } = state;
    const sealed_password = this.secrets.seal('password', id, Buffer.from(await hashPassword(password)));
    const sealed_code_secret = this.secrets.seal('one-time codes', id, secret);
    const recovery_codes = newRecoveryCodes();
    const recovery_hashes = recovery_codes.map((each) => recoveryHash(each)!);
    const hash = invitationHash(invitation);
    await this.store.change(STAFF_ACCOUNT, id, (found) => {
      if (found?.state.invitation?.hash !== hash) throw invitationInvalid();
      const set_at = this.time.now().toISOString();
      const data = {
        account_id: id,
        tenant_id: state.tenantId,
        sealed_password,
        sealed_code_secret,
        recovery_hashes,
        set_at,
      };
      return { events: [{ type: 'StaffCredentialsSet' as const, data }] };
    });
    return { recovery_codes };
  }

  /** Of each master key: the invitation may have been opened before the key changed. */
  private codeSecrets(invitation: string): Buffer[] {
    return this.secrets.masterKeys.map((key) => secretOfInvitation(invitation, key));
  }

  /** The account that a valid invitation is for. @throws Refusal `invitation_invalid` */
  async invited(invitation: string): Promise<LoadedAccount> {
    const id = await this.queries.accountOfInvitation(secretHash(invitation), this.time.now());
    const account = id === undefined ? undefined : await this.store.load(STAFF_ACCOUNT, id);
    if (account?.state.invitation?.hash !== invitationHash(invitation) || account.state.email === null) {
      throw invitationInvalid();
    }
    return account;
  }

  /** A code is used once, also when two requests send it at the same time. */
  private async useCode({ state }: LoadedAccount, code: string): Promise<boolean> {
    const secret = this.secrets.open('one-time codes', state.id, state.credentials!.sealedCodeSecret);
    const step = stepOfCode(secret, code, this.time.now());
    return step !== undefined && (await this.database.query(USE_CODE, [state.id, step])).rowCount === 1;
  }

  private async useRecoveryCode(account: LoadedAccount, recovery_hash: string): Promise<boolean> {
    const { state } = account;
    const { decided } = await this.store.change(STAFF_ACCOUNT, state.id, (found) => {
      const left = found?.state.credentials?.recoveryHashes;
      // After an invitation, the password that was checked is not the one of the account.
      if (!found || !left?.includes(recovery_hash)) return undefined;
      if (credentialsRevisionOf(found) !== credentialsRevisionOf(account)) return undefined;
      const used_at = this.time.now().toISOString();
      const data = { account_id: state.id, tenant_id: state.tenantId, recovery_hash, left: left.length - 1, used_at };
      return { events: [{ type: 'StaffRecoveryCodeUsed' as const, data }] };
    });
    return decided !== undefined;
  }
}

export const invitationInvalid = (): Refusal =>
  invalid('invitation_invalid', 'the invitation is wrong, used or expired; ask an admin for a new one');
