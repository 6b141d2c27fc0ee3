import type { OpenedInvitation, RecoveryCodes, SignedIn, StartedSession } from '@probity/contracts/staff/views';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { oneTimeCode } from '@probity/platform/one-time-codes';
import { findUrl } from '../connection/find-connection';
import { storeSession } from '../connection/stored-sessions';
import { command, type Declaration } from '../declaration/command';
import { show } from '../declaration/kinds';
import { optional } from '../declaration/options';
import { demoPerson, signInToDemo } from '../connection/demo-staff';
import { UsageError } from '../errors';
import { promptSecret } from '../files/prompt-secret';
import { facts, table } from '../output/table';
import type { Surroundings } from '../surroundings';
import { signInAtProvider } from './sign-in-at-provider';

/** What to do without a terminal. */
const NO_TERMINAL = 'run the command in a terminal; programs use the token of a service account';

async function withPassword(url: string, email: string, surroundings: Surroundings): Promise<StartedSession> {
  const password = await promptSecret('password', surroundings, NO_TERMINAL);
  const code = await promptSecret('one-time code or recovery code', surroundings, NO_TERMINAL);
  const open = new BackOfficeClient(url, undefined);
  return open.post<StartedSession>('sign-in', { email, password, code, as_token: true });
}

/** How people sign in, and what they see of their own account. */
export const addSignInCommands: Declaration[] = [
  command({
    usage: 'sign-in',
    summary:
      'sign in, and keep the session in a private file; asks for the password and a one-time code, or opens a provider',
    example: '--email jane.smith@bank.example',
    options: {
      email: optional('--email <email>', 'the email of your account'),
      demo: optional('--demo <name>', 'sign in as a person of the demo, such as officer, approver or admin'),
      provider: optional('--provider <id>', 'the identity provider of your account, instead of an email'),
      again: optional('--again', 'the provider must ask you again who you are; for changes that need a recent sign-in'),
    },
    run: async ({ email, demo, provider, again = false }, { surroundings, connection, answer, progress }) => {
      const url = findUrl(connection, surroundings.env);
      if ([email, demo, provider].filter((given) => given !== undefined).length !== 1) {
        throw new UsageError('give one of --email, --provider and --demo');
      }
      const session =
        demo !== undefined
          ? await signInToDemo(demo, url, surroundings.env, progress)
          : provider === undefined
            ? await withPassword(url, email!, surroundings)
            : await signInAtProvider(url, { provider_id: provider, again }, surroundings);
      storeSession(url, { token: session.token!, expires_at: session.expires_at }, surroundings.env);
      answer(
        { url, expires_at: session.expires_at },
        `Signed in at ${url}. The session ends at ${session.expires_at}, or when it is not used for half an hour.`,
      );
    },
  }),
  command({
    usage: 'desk',
    summary: 'print the address of the desk, where staff work in a browser; for the demo, also how to sign in there',
    example: '--demo officer',
    options: { demo: optional('--demo <name>', 'a person of the demo, such as officer, approver or admin') },
    run: async ({ demo }, { surroundings, connection, answer }) => {
      const address = new URL('/desk/', findUrl(connection, surroundings.env)).href;
      if (demo === undefined) return answer({ address }, address);
      const { email, password, code_secret } = demoPerson(demo, surroundings.env);
      const code = oneTimeCode(code_secret);
      answer(
        { address, email, password, code },
        `${facts([
          ['desk', address],
          ['email', email],
          ['password', password],
          ['one-time code', code],
        ])}\n\nA code works once, and for about half a minute. Run the command again for the next one.`,
      );
    },
  }),
  command({
    usage: 'sign-out',
    summary: 'end the session of this machine',
    path: 'me/sign-out',
    run: async (_, { backOffice, surroundings, connection, path, answer }) => {
      await backOffice.post(path, {}).finally(() => {
        storeSession(findUrl(connection, surroundings.env), undefined, surroundings.env);
      });
      answer({ signed_out: true }, 'Signed out.');
    },
  }),
  command({
    usage: 'accept-invitation',
    summary: 'accept an invitation: choose a password and set up one-time codes, or open an identity provider',
    options: { provider: optional('--provider <id>', 'the identity provider with which you will sign in') },
    run: async ({ provider }, { surroundings, connection, answer }) => {
      const url = findUrl(connection, surroundings.env);
      const open = new BackOfficeClient(url, undefined);
      const invitation = await promptSecret('invitation', surroundings, NO_TERMINAL);
      if (provider !== undefined) {
        const session = await signInAtProvider(url, { provider_id: provider, invitation }, surroundings);
        storeSession(url, { token: session.token!, expires_at: session.expires_at }, surroundings.env);
        const next = `Accepted. You are signed in; the next time, run: probity sign-in --provider ${provider}`;
        return answer({ url, expires_at: session.expires_at }, next);
      }
      const { name, email, code_secret, code_uri } = await open.post<OpenedInvitation>('invitations/open', {
        invitation,
      });
      surroundings.stderr.write(
        `\nWelcome, ${name} (${email}).\n\nAdd this secret to your app for one-time codes:\n\n  ${code_secret}\n  ${code_uri}\n\n`,
      );
      const password = await promptSecret('new password (12 characters or more)', surroundings, NO_TERMINAL);
      const code = await promptSecret('one-time code of the app', surroundings, NO_TERMINAL);
      const codes = await open.post<RecoveryCodes>('invitations/accept', { invitation, password, code });
      answer(
        codes,
        `You can sign in now: probity sign-in --email ${email}\n\nKeep these recovery codes. Each replaces a one-time code once:\n\n` +
          codes.recovery_codes.map((recovery) => `  ${recovery}`).join('\n'),
      );
    },
  }),
  show({
    usage: 'whoami',
    summary: 'show who you are to the back office, and what you may do where',
    path: 'me',
    report: ({ id, name, method, roles }: SignedIn) =>
      `${facts([
        ['name', name],
        ['id', id],
        ['signed in with', method],
      ])}\n\n${table(
        roles,
        [
          { title: 'TENANT', value: ({ tenant }) => tenant ?? 'all' },
          { title: 'ROLE', value: ({ role }) => role },
          { title: 'UNTIL', value: ({ until }) => until },
        ],
        'You have no roles.',
      )}`,
  }),
];
