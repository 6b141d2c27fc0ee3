import type { SealedSecrets } from '@probity/contracts/operations/views';
import { BadConfiguration } from '@probity/platform/configuration';
import { KEY_SERVICES, type KeyServiceName } from '@probity/platform/keys/key-services';
import { command, group } from '../declaration/command';
import { optional, required } from '../declaration/options';
import { listUpTo } from '../connection/list-up-to';
import { CliError, InputError } from '../errors';
import { indentedTable } from '../output/table';
import { report, section } from '../output/report';

const WHAT_IT_READS = `
vault reads VAULT_ADDR, VAULT_TOKEN or VAULT_TOKEN_FILE, VAULT_NAMESPACE, VAULT_TRANSIT_MOUNT (transit) and
VAULT_TRANSIT_KEY (probity). aws-kms reads AWS_REGION, PROBITY_KMS_KEY_ID and the credentials of AWS.`;

export const addMasterKeyCommands = group('master-key', 'the keys that seal the secrets of the services', 'status', [
  command({
    usage: 'create',
    summary: 'create a key for PROBITY_MASTER_KEY or PROBITY_PERSONAL_DATA_KEY, wrapped by a key service, and print it',
    example: '--wrap-with vault',
    options: { service: optional('--wrap-with <service>', 'vault or aws-kms; default: in clear', KEY_SERVICES) },
    notes: WHAT_IT_READS,
    run: async ({ service }, { surroundings, answer }) => {
      const { newKey } = await keys();
      const key = await newKey(service as KeyServiceName | undefined, surroundings.env).catch(asCliError);
      answer({ key }, key);
    },
  }),
  command({
    usage: 'wrap',
    summary:
      'wrap the key in PROBITY_MASTER_KEY, or in the file of PROBITY_MASTER_KEY_FILE, and print the wrapped form',
    example: '--with aws-kms',
    options: { service: required('--with <service>', 'vault or aws-kms', KEY_SERVICES) },
    notes: WHAT_IT_READS,
    run: async ({ service }, { surroundings, answer }) => {
      const { wrapGivenKey } = await keys();
      const key = await wrapGivenKey(service as KeyServiceName, surroundings.env).catch(asCliError);
      answer({ key }, key);
    },
  }),
  command({
    usage: 'status',
    summary: 'show which keys have sealed the secrets, and whether the previous key may be removed',
    path: 'operations/sealed-secrets',
    run: async (_values, { backOffice, path, answer }) => {
      const { items } = await listUpTo<SealedSecrets>(backOffice, path, {}, Infinity);
      answer({ items }, statusReport(items));
    },
  }),
]);

export function statusReport(items: SealedSecrets[]): string {
  const of = (key: SealedSecrets['key']): SealedSecrets[] => items.filter((row) => row.key === key);
  return report(
    section('PROBITY_MASTER_KEY', keyReport(of('master'), 'PROBITY_PREVIOUS_MASTER_KEY')),
    section('PROBITY_PERSONAL_DATA_KEY', keyReport(of('personal_data'), 'PROBITY_PREVIOUS_PERSONAL_DATA_KEY')),
  );
}

function keyReport(rows: SealedSecrets[], previous: string): string {
  if (rows.length === 0) return '  Nothing is counted yet; services count half a minute after their start.';
  const table = indentedTable(rows, [
    { title: 'SERVICE', value: (row) => row.service },
    { title: 'SECRETS', value: (row) => row.secrets },
    { title: 'SEALED WITH', value: (row) => row.sealing_key },
    { title: 'SEALED', value: (row) => row.sealed },
    { title: 'LEFT', value: (row) => row.left },
    { title: 'COUNTED', value: (row) => row.counted_at },
  ]);
  return `${table}\n\n  ${verdict(rows, previous)}`;
}

/** A count says nothing about secrets that an instance seals later with the key before. */
function verdict(rows: SealedSecrets[], previous: string): string {
  const left = rows.reduce((sum, row) => sum + row.left, 0);
  const replacing = rows.filter((row) => row.is_replacing);
  if (replacing.length === 0) {
    return left === 0
      ? 'No key is being replaced.'
      : `No key is being replaced. ${left} secrets name another key, or none because an older version sealed them.`;
  }
  if (left > 0) return `${left} secrets are left; keep ${previous}.`;
  if (replacing.length < rows.length) return `Some services do not have ${previous} yet; give it to all of them.`;
  return `Nothing is left. When every instance runs with the new key, ${previous} may be removed.`;
}

/** Imported on use so that the other commands start faster. */
const keys = () => import('@probity/platform/keys/new-key');

function asCliError(error: Error): never {
  if (error instanceof BadConfiguration) throw new InputError('configuration', error.message);
  throw new CliError('key_service', error.message);
}
