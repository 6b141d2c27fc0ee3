import { MAX_URL } from '@probity/contracts/webhooks/views';
import { BadTarget } from './bad-target';
import { checkOrigin, withoutRootDot } from './check-origin';
import type { TargetPolicy } from './target-policy';

/** White space, control and invisible characters, lone surrogates; the backslash, which parsers take for a slash. */
const FORBIDDEN = /[\s\p{C}\p{Z}\\]/u;
const AUTHORITY = /^https?:\/\/([^/?]*)/i;

/**
 * The URL of a webhook endpoint, normalised, or the reason why it is refused.
 *
 * Guarantees of the answer: https (or http for open loopback), no credentials, no fragment, a port that the
 * policy allows, no dot at the end of the host, and a host that is a public address or a name that may be
 * public. The host was written as it is normalised but for upper case: `0x7f.1`, `2130706433`, full-width
 * digits, `%31` and the like are refused even when what they stand for is public, because programs disagree
 * about them. Internationalised names have to be written as xn--.
 *
 * Not guaranteed: anything about the addresses of a name. That is checked on every connection.
 *
 * @throws BadTarget
 */
export function checkUrl(text: string, policy: TargetPolicy): URL {
  if (text.length > MAX_URL) throw new BadTarget(`url must have at most ${MAX_URL} characters`);
  if (FORBIDDEN.test(text)) {
    throw new BadTarget('url must not contain white space, control characters, invisible characters or backslashes');
  }
  if (text.includes('#')) throw new BadTarget('url must not have a fragment; leave out "#" and what follows');
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined) throw new BadTarget('url must start with https://');
  if (authority.includes('@')) throw new BadTarget('url must not have a user name or a password');
  if (!URL.canParse(text)) throw new BadTarget('url must be a valid URL, such as https://hooks.example.com/probity');

  const url = new URL(text);
  checkOrigin(url, policy);
  if (authority.replace(/:\d*$/, '').toLowerCase() !== url.hostname) {
    throw new BadTarget(`url must write its host in the ordinary way, as ${url.hostname}`);
  }
  url.hostname = withoutRootDot(url.hostname);
  if (url.href.length > MAX_URL) throw new BadTarget(`url must have at most ${MAX_URL} characters when it is encoded`);
  return url;
}
