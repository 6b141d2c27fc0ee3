import type { StartedAttempt } from '@probity/contracts/identity-providers/views';
import type { StartedSession } from '@probity/contracts/staff/views';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { printable } from '../output/printable';
import type { Surroundings } from '../surroundings';
import { listenForCode } from '../connection/code-listener';

export interface AtProvider {
  provider_id: string;
  invitation?: string;
  /** whether the provider must ask the person again who they are */
  again?: boolean;
}

/**
 * Signs in with the browser of the person (RFC 8252): the browser brings a code to a port of this machine, and only this
 * program has the secret that makes a session of it.
 *
 * @throws CliError `timeout` when the browser does not come back
 */
export async function signInAtProvider(
  url: string,
  about: AtProvider,
  { stderr }: Pick<Surroundings, 'stderr'>,
): Promise<StartedSession> {
  const open = new BackOfficeClient(url, undefined);
  const listener = await listenForCode();
  try {
    const start = { ...about, loopback_port: listener.port };
    const { address, finish_secret, expires_at } = await open.post<StartedAttempt>('sign-in/oidc/start', start);
    stderr.write(`Open this address in a browser on this machine:\n\n  ${printable(address)}\n\n`);
    const code = await listener.codeUntil(new Date(expires_at));
    return await open.post<StartedSession>('sign-in/oidc/finish', { code, finish_secret });
  } finally {
    await listener.stop();
  }
}
