import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { invalid, Refusal } from '@probity/platform/errors';
import { inLine } from '@probity/platform/in-line';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/** One at a time; more would wait for more than a second. */
const LIMITS = { atOnce: 1, waiting: 40 };
const inTurn = inLine(
  LIMITS,
  () => new Refusal('rate_limited', 'rate_limited', 'too many sign-ins are in progress; retry in a few seconds'),
);

/** Texts that look the same are the same password (NIST SP 800-63B, 5.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');

let ofNoAccount: Promise<string> | undefined;
/** The hash of a random password. */
const hashOfNoAccount = (): Promise<string> => (ofNoAccount ??= hash(randomBytes(32), ARGON2ID));

/**
 * Hashes run outside the main thread, one at a time, so that many sign-ins do not take every processor.
 *
 * @throws Refusal `rate_limited` when too many passwords wait already
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normal(password), ARGON2ID));

/**
 * Whether the password has the hash.
 *
 * @param stored undefined for an account that does not exist: takes as long, and returns false
 * @throws Refusal `rate_limited`
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const matches = await inTurn(async () => verify(stored ?? (await hashOfNoAccount()), normal(password)));
  return matches && stored !== undefined;
}

/** @throws Refusal `weak_password` for a password that is easy to guess */
export function refuseWeak(password: string, { name, email }: { name: string; email: string }): void {
  const [mailbox = ''] = email.split('@');
  const words = [...name.split(/\s+/), mailbox, 'probity', 'password'].filter((word) => word.length >= 4);
  const rest = words.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), normal(password).toLowerCase());
  if (new Set(rest).size >= 6 && rest.length >= 8) return;
  throw invalid(
    'weak_password',
    'the password is too easy to guess: apart from your name, your email and repeated characters, little is left of it',
  );
}
