import { trueOrFalse } from '../configuration';
import { trustedProxies } from './client-address';

/** The settings of every server of an API. */
export interface HttpSettings {
  /** the proxies whose X-Forwarded-For counts: addresses, or networks in CIDR form */
  TRUSTED_PROXIES: string[];
  /** clients reach the server over TLS only, so browsers are told to use nothing else */
  BEHIND_TLS: boolean;
}

export const HTTP_VARIABLES = {
  TRUSTED_PROXIES: trustedProxies({ default: [] }),
  BEHIND_TLS: trueOrFalse({ default: false }),
};
