import { makeValidator } from 'envalid';
import { invalid } from '@probity/platform/errors';
import { API_PREFIX } from '@probity/platform/http/http-application';
import type { TargetPolicy } from '@probity/targets/target-policy';

/** What signing in with a browser needs to know. */
export class SignInSettings {
  constructor(
    /** where browsers reach the back office, such as `https://probity.bank.example`; empty: not configured */
    readonly origin: string,
    /** where identity providers may be */
    readonly targets: TargetPolicy,
  ) {}

  /** @throws Refusal `origin_not_configured` */
  requireOrigin(): string {
    if (this.origin !== '') return this.origin;
    throw invalid(
      'origin_not_configured',
      'this sign-in needs the address at which browsers reach the back office; an operator sets BACK_OFFICE_ORIGIN',
    );
  }

  /** The address of the API route for browsers; undefined without an origin. */
  addressOf(route: string): string | undefined {
    return this.origin === '' ? undefined : `${this.origin}${API_PREFIX}/${route}`;
  }
}

/** Where browsers reach the back office; may be empty. Plain http only on the machine itself, for development. */
export const browserOrigin = makeValidator<string>((text) => {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost');
  if (!url || !isSafe || url.origin !== text) {
    throw new Error('must be an origin such as https://probity.bank.example, without a path and a slash at its end');
  }
  return text;
});
