import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { CODE_STEP_S, oneTimeCodes } from '@probity/platform/one-time-codes';
import { Secret, type TOTP } from 'otpauth';

/** A code is valid one step before and after its time, because clocks differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;

const totp = (secret: Buffer, label = ''): TOTP =>
  oneTimeCodes(new Secret({ buffer: new Uint8Array(secret).buffer }), label);

/** The number of the 30 seconds in which the code is valid; undefined for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / CODE_STEP_S) + delta;
}

/** The secret as an app for one-time codes takes it. */
export function enrolment(secret: Buffer, email: string): { code_secret: string; code_uri: string } {
  const codes = totp(secret, email);
  return { code_secret: codes.secret.base32, code_uri: codes.toString() };
}

/** The same invitation always yields the same secret, so nothing is stored before the person has proved to have it. */
export const secretOfInvitation = (invitation: string, masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, invitation, 'one-time codes of staff', SECRET_BYTES));

const readable = (bytes: Buffer): string => bytes.toString('hex').replace(/(.{5})(?=.)/g, '$1-');

/** New codes, each of 80 random bits, such as `3f9a1-…`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => readable(randomBytes(10)));

const RECOVERY_CODE = /^[0-9a-f]{20}$/;

/** The hash of a recovery code as it is stored; undefined when the text has not the form of one. */
export function recoveryHash(code: string): string | undefined {
  const plain = code.replace(/[\s-]/g, '').toLowerCase();
  return RECOVERY_CODE.test(plain) ? hash('sha256', plain, 'hex') : undefined;
}
