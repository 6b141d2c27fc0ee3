import { hash, randomBytes } from 'node:crypto';

/** `probity_staff_<id>_<secret>`, like API keys of institutions: 16 hex digits, and 256 random bits. */
const FORMAT = /^probity_staff_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

export interface NewServiceToken {
  id: string;
  /** available only here; it is not stored */
  token: string;
  /** lower-case hex */
  hash: string;
}

export function createServiceToken(): NewServiceToken {
  const id = randomBytes(8).toString('hex');
  const token = `probity_staff_${id}_${randomBytes(32).toString('base64url')}`;
  return { id, token, hash: hash('sha256', token, 'hex') };
}

/** The id inside a token of a service account; undefined when the text is no such token. */
export const serviceTokenId = (text: string): string | undefined => FORMAT.exec(text)?.[1];
