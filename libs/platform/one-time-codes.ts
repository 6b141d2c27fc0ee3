import { Secret, TOTP } from 'otpauth';

/** A code is valid in one step of this length. */
export const CODE_STEP_S = 30;

/** RFC 6238 with what every app for one-time codes supports: SHA-1, six digits, 30 seconds. */
export const oneTimeCodes = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Probity', label, algorithm: 'SHA1', digits: 6, period: CODE_STEP_S, secret });

/** The one-time code that an app with the secret shows at the time. @param secret in base32 */
export const oneTimeCode = (secret: string, at = new Date()): string =>
  oneTimeCodes(Secret.fromBase32(secret)).generate({ timestamp: at.getTime() });
