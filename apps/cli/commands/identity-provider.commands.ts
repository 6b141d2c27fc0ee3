import type { IdentityProvider } from '@probity/contracts/identity-providers/views';
import { command, type Declaration, group } from '../declaration/command';
import { change, listAll } from '../declaration/kinds';
import { DECISION, optional, required } from '../declaration/options';
import { readSecretFile } from '../files/read-secret-file';
import { type Column, facts } from '../output/table';

const NOTES = `
The secret of the client is never an argument, because others can see command lines: --secret-file names its file. If you
leave it out, the secret stays as it is, and a new client is a public one.`;

const COLUMNS: Column<IdentityProvider>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: (row) => row.display_name },
  { title: 'ISSUER', value: (row) => row.issuer },
  { title: 'CLIENT', value: (row) => row.client_id },
  { title: 'SECRET', value: (row) => (row.has_client_secret ? 'yes' : 'no') },
];

const SETTINGS = {
  issuer: required('--issuer <url>', 'the issuer, exactly as the provider names itself'),
  client_id: required('--client-id <id>', 'that the provider gave to Probity'),
  display_name: required('--name <name>', 'that people see'),
  secret_file: optional('--secret-file <path>', 'a file with the secret of the client'),
  ...DECISION,
};

interface Given {
  issuer: string;
  client_id: string;
  display_name: string;
  secret_file: string | undefined;
  reason: string;
}

const bodyOf = async ({ issuer, client_id, display_name, secret_file, reason }: Given): Promise<object> => {
  const client_secret = secret_file === undefined ? undefined : await readSecretFile(secret_file, 'client_secret');
  return { issuer, client_id, display_name, client_secret, reason };
};

const report = ({ id, redirect_uri, logout_uri }: IdentityProvider): string =>
  `${facts([
    ['id', id],
    ['redirect uri', redirect_uri],
    ['back-channel logout uri', logout_uri],
  ])}

${redirect_uri === null ? 'An operator must set BACK_OFFICE_ORIGIN.' : 'Register both addresses at the provider.'} People accept an invitation with:
  probity accept-invitation --provider ${id}`;

/** The commands for the identity providers at one path of the API. */
const commandsAt = <Path extends string>(
  path: Path,
  names: { set: string; list: string; remove: string },
  of: string,
) => [
  change({
    method: 'put',
    usage: names.set,
    summary: `set an identity provider ${of}; with another issuer or client it is another one`,
    example:
      '--issuer https://login.bank.example --client-id probity --name "Bank login" --secret-file secret.txt --reason "contract of March"',
    path,
    options: SETTINGS,
    notes: NOTES,
    body: bodyOf,
    report,
  }),
  listAll({
    usage: names.list,
    summary: `list the identity providers ${of}`,
    path,
    columns: COLUMNS,
    nothing: 'There are no identity providers.',
  }),
  command({
    usage: `${names.remove} <provider-id>`,
    summary: `remove an identity provider ${of}: the sessions that began through it end`,
    example: '--reason "the bank has a new one"',
    path: `${path}/{provider-id}`,
    options: DECISION,
    run: async (values: Record<string, unknown>, { backOffice, path, answer }) => {
      const { 'provider-id': id, reason } = values as { 'provider-id': string; reason: string };
      await backOffice.delete(`${path}?${new URLSearchParams({ reason }).toString()}`);
      answer({ id, removed: true }, `Removed the identity provider ${id}. Its sessions have ended.`);
    },
  }),
];

export const addIdentityProviderCommands = group(
  'identity-provider',
  'with which the staff of a tenant sign in',
  'list --tenant acme',
  commandsAt('tenants/{tenant}/identity-providers', { set: 'set', list: 'list', remove: 'remove' }, 'of a tenant'),
);

/** For platform operators; part of the group `operators`. */
export const OPERATOR_IDENTITY_PROVIDERS: Declaration[] = commandsAt(
  'operators/identity-providers',
  { set: 'set-identity-provider', list: 'list-identity-providers', remove: 'remove-identity-provider' },
  'of the installation',
);
