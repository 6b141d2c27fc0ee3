import { Injectable } from '@nestjs/common';
import type { Passkey, PasskeyOptions } from '@probity/contracts/staff/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { Database } from '@probity/persistence/database';
import { found, invalid, notFound, Refusal } from '@probity/platform/errors';
import { isUuid, newId } from '@probity/platform/ids';
import { isObject } from '@probity/platform/is-object';
import { TimeSource } from '@probity/platform/time-source';
import {
  credentialsRevisionOf,
  type LoadedAccount,
  STAFF_ACCOUNT,
  type StoredPasskey,
} from '../../staff/staff-account';
import { Attempts } from '../attempts';
import type { VerifiedAccount } from '../sessions';
import { Authenticators } from './authenticators';
import { PasskeyNotAccepted } from './passkey-failed';

const MAX_PASSKEYS = 10;
const COUNTER = 'SELECT counter FROM back_office.passkey_counters WHERE passkey_id = $1';
/** Of two proofs with the same counter, also at the same time, one is accepted. */
const COUNT = `
  INSERT INTO back_office.passkey_counters AS c (passkey_id, counter) VALUES ($1, $2)
  ON CONFLICT (passkey_id) DO UPDATE SET counter = excluded.counter WHERE c.counter < excluded.counter`;

/** For whom a challenge to register was made, and with which credentials. */
interface Registration {
  accountId: string;
  credentialsRevision: number;
}

/** The passkeys of people: instead of a password and a one-time code, and only for people who have these. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: Database,
    private readonly attempts: Attempts,
    private readonly authenticators: Authenticators,
    private readonly time: TimeSource,
  ) {}

  /** @throws Refusal `no_password`, `too_many_passkeys`, `rate_limited` */
  async registrationOptions(accountId: string, address: string): Promise<PasskeyOptions> {
    const account = await this.account(accountId);
    refuseMore(account);
    const { id, name, email, passkeys } = account.state;
    const data: Registration = { accountId, credentialsRevision: credentialsRevisionOf(account) };
    const { secret } = await this.attempts.begin('passkey registration', address, data);
    const options = await this.authenticators.registrationOptions({ id, name, email: email! }, passkeys, secret);
    return { options: { ...options } };
  }

  /** @throws Refusal `passkey_not_accepted`, `no_password`, `too_many_passkeys` */
  async register(accountId: string, name: string, credential: object): Promise<Passkey> {
    let begun: Registration | undefined;
    const made = await this.authenticators.registered(credential, async (challenge) => {
      begun = await this.attempts.take<Registration>('passkey registration', challenge);
      return begun?.accountId === accountId;
    });
    const id = newId();
    const added_at = this.time.now().toISOString();
    await this.store.change(STAFF_ACCOUNT, accountId, (loaded) => {
      const account = withPassword(found('account', accountId, loaded));
      // An invitation in the meantime: the account may belong to another person.
      if (credentialsRevisionOf(account) !== begun!.credentialsRevision) {
        throw new PasskeyNotAccepted('the credentials of the account changed');
      }
      refuseMore(account);
      const { tenantId, passkeys } = account.state;
      if (passkeys.some(({ credentialId }) => credentialId === made.credentialId)) {
        throw new PasskeyNotAccepted('the account has the passkey already');
      }
      const { credentialId: credential_id, publicKey: public_key, counter } = made;
      const data = {
        ...{ account_id: accountId, tenant_id: tenantId, passkey_id: id, name, added_at },
        ...{ credential_id, public_key, counter },
      };
      return { events: [{ type: 'StaffPasskeyAdded' as const, data }] };
    });
    return { id, name, added_at };
  }

  async list(accountId: string): Promise<Passkey[]> {
    const account = await this.store.load(STAFF_ACCOUNT, accountId);
    return (account?.state.passkeys ?? []).map(({ id, name, addedAt }) => ({ id, name, added_at: addedAt }));
  }

  /** The sessions that began with it end. @throws Refusal `not_found` */
  async remove(accountId: string, passkeyId: string): Promise<void> {
    await this.store.change(STAFF_ACCOUNT, accountId, (loaded) => {
      const { tenantId, passkeys } = found('account', accountId, loaded).state;
      const passkey = passkeys.find(({ id }) => id === passkeyId);
      if (!passkey) throw notFound('passkey', passkeyId);
      const removed_at = this.time.now().toISOString();
      const about = { account_id: accountId, tenant_id: tenantId, passkey_id: passkeyId, name: passkey.name };
      return { events: [{ type: 'StaffPasskeyRemoved' as const, data: { ...about, removed_at } }] };
    });
  }

  /** @throws Refusal `rate_limited` */
  async signInOptions(address: string): Promise<PasskeyOptions> {
    const { secret } = await this.attempts.begin('passkey sign-in', address, {});
    return { options: { ...(await this.authenticators.signInOptions(secret)) } };
  }

  /** Checks the proof of a passkey, and uses up its challenge. @throws Refusal `passkey_not_accepted` */
  async check(credential: object): Promise<VerifiedAccount> {
    const accountId = accountIn(credential);
    const account = accountId === undefined ? undefined : await this.store.load(STAFF_ACCOUNT, accountId);
    const passkey = account?.state.passkeys.find(({ credentialId }) => credentialId === idIn(credential));
    if (!account || !passkey) throw new PasskeyNotAccepted('no account has the passkey');
    if (account.state.isDisabled || !account.state.credentials) throw new PasskeyNotAccepted('the account is disabled');
    const stored = { ...passkey, counter: await this.counterOf(passkey) };
    const counter = await this.authenticators.proved(credential, stored, async (challenge) => {
      return (await this.attempts.take('passkey sign-in', challenge)) !== undefined;
    });
    // Authenticators without a counter send 0; with them, the challenge alone prevents a repetition.
    if (counter > 0 && (await this.database.query(COUNT, [passkey.id, counter])).rowCount !== 1) {
      throw new PasskeyNotAccepted('the signature counter is not higher than before: the passkey may have been copied');
    }
    const proof = { method: 'passkey' as const, passkeyId: passkey.id, accountRevision: account.revision };
    return { accountId: account.state.id, credentialsRevision: credentialsRevisionOf(account), proof };
  }

  private async counterOf({ id, counter }: StoredPasskey): Promise<number> {
    const { rows } = await this.database.query<{ counter: string }>(COUNTER, [id]);
    return rows[0] ? Number(rows[0].counter) : counter;
  }

  private async account(accountId: string): Promise<LoadedAccount> {
    return withPassword(found('account', accountId, await this.store.load(STAFF_ACCOUNT, accountId)));
  }
}

/** An identity provider could not end a passkey, and with the provider its owner could add one. */
function withPassword(account: LoadedAccount): LoadedAccount {
  if (account.state.credentials) return account;
  throw invalid('no_password', 'only people who sign in with a password can have passkeys');
}

function refuseMore({ state: { passkeys } }: LoadedAccount): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  throw new Refusal('invalid', 'too_many_passkeys', `you have ${MAX_PASSKEYS} passkeys already; remove one first`);
}

const idIn = (credential: object): unknown => ('id' in credential ? credential.id : undefined);

/** The account that the authenticator names. */
function accountIn(credential: object): string | undefined {
  const { userHandle } = 'response' in credential && isObject(credential.response) ? credential.response : {};
  if (typeof userHandle !== 'string') return undefined;
  const id = Buffer.from(userHandle, 'base64url').toString();
  return isUuid(id) ? id : undefined;
}
