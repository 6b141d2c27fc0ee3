import { MAX_URL } from '@probity/contracts/webhooks/views';
import { BadTarget } from './bad-target';
import { checkOrigin, withoutRootDot } from './check-origin';
import type { TargetPolicy } from './target-policy';

/**
 * White space, control and invisible characters, lone surrogates, and the backslash, which parsers treat as a
 * slash.
 */
const FORBIDDEN = /[\s\p{C}\p{Z}\\]/u;
const AUTHORITY = /^https?:\/\/([^/?]*)/i;

/**
 * Normalises the URL of a webhook endpoint.
 *
 * Guarantees: https (or http for an allowed loopback), no credentials, no fragment, an allowed port, no dot at the
 * end of the host, and a host that is a public address or a name that may be public. The host was written in its
 * normalised form, apart from upper case: `0x7f.1`, `2130706433`, full-width digits, `%31` and the like are
 * rejected even when they mean a public address, because programs interpret them differently. Internationalised
 * names must be written as xn--.
 *
 * Not guaranteed: anything about the addresses of a name. Every connection checks them.
 *
 * @throws BadTarget with the reason
 */
export function checkUrl(text: string, policy: TargetPolicy): URL {
  if (text.length > MAX_URL) throw new BadTarget(`url must have at most ${MAX_URL} characters`);
  if (FORBIDDEN.test(text)) {
    throw new BadTarget('url must not contain white space, control characters, invisible characters or backslashes');
  }
  if (text.includes('#')) throw new BadTarget('url must not have a fragment; remove "#" and the rest');
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined) throw new BadTarget('url must start with https://');
  if (authority.includes('@')) throw new BadTarget('url must not have a user name or a password');
  if (!URL.canParse(text)) throw new BadTarget('url must be a valid URL, such as https://hooks.example.com/probity');

  const url = new URL(text);
  checkOrigin(url, policy);
  if (authority.replace(/:\d*$/, '').toLowerCase() !== url.hostname) {
    throw new BadTarget(`url must write its host in the usual form: ${url.hostname}`);
  }
  url.hostname = withoutRootDot(url.hostname);
  if (url.href.length > MAX_URL) throw new BadTarget(`url must have at most ${MAX_URL} characters when it is encoded`);
  return url;
}
