import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Injectable } from '@nestjs/common';
import type { StoredPasskey } from '../../staff/staff-account';
import { SignInSettings } from '../sign-in-settings';
import { PasskeyNotAccepted } from './passkey-failed';

/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
const RP_NAME = 'Probity';
const NOTHING_BUT_KEYS = 'none';

/** No start needs the library, which loads slowly. */
const webauthn = () => import('@simplewebauthn/server');

export type NewPasskey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'>;

/** Takes the challenge that a browser returned; false when it is not one that may be used now. */
type TakeChallenge = (challenge: string) => Promise<boolean>;

/**
 * WebAuthn Level 3 with the origin of the back office. Every proof needs the verification of the person: the passkey
 * replaces a password and a one-time code.
 */
@Injectable()
export class Authenticators {
  constructor(private readonly settings: SignInSettings) {}

  /** What the browser needs to make a passkey. */
  async registrationOptions(
    person: { id: string; email: string; name: string },
    known: readonly StoredPasskey[],
    challenge: string,
  ) {
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: this.relyingParty().expectedRPID,
      userID: Buffer.from(person.id),
      userName: person.email,
      userDisplayName: person.name,
      challenge: Buffer.from(challenge, 'base64url'),
      attestationType: NOTHING_BUT_KEYS,
      excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
      // The authenticator knows the account, so that nothing tells strangers which accounts exist.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /** What the browser needs to sign in with any passkey. */
  async signInOptions(challenge: string) {
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({
      rpID: this.relyingParty().expectedRPID,
      challenge: Buffer.from(challenge, 'base64url'),
      userVerification: 'required',
    });
  }

  /** @throws Refusal `passkey_not_accepted` */
  async registered(given: object, take: TakeChallenge): Promise<NewPasskey> {
    const response = given as RegistrationResponseJSON;
    const { verifyRegistrationResponse } = await webauthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...this.relyingParty(),
      response,
      expectedChallenge: take,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(notAccepted);
    if (!verified) throw new PasskeyNotAccepted('the attestation is not valid');
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  }

  /** Returns the new signature counter. @throws Refusal `passkey_not_accepted` */
  async proved(given: object, { credentialId, publicKey, counter }: NewPasskey, take: TakeChallenge): Promise<number> {
    const response = given as AuthenticationResponseJSON;
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...this.relyingParty(),
      response,
      expectedChallenge: take,
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter },
      requireUserVerification: true,
    }).catch(notAccepted);
    if (!verified) throw new PasskeyNotAccepted('the signature is not valid');
    return authenticationInfo.newCounter;
  }

  private relyingParty() {
    const expectedOrigin = this.settings.requireOrigin();
    return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
  }
}

/** The library throws plain errors for everything that is wrong with what the browser sent. */
function notAccepted(error: Error): never {
  throw new PasskeyNotAccepted(error.message, error);
}
