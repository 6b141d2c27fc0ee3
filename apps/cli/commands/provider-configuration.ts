import type { PluginView, ProviderView } from '@probity/contracts/providers/views';
import { UsageError } from '../errors';
import { readSecretFile } from '../files/read-secret-file';

/** `name=path` of --secret-file. */
const SECRET_FILE = /^([^=]+)=(.+)$/s;

/**
 * Reads the secrets that files contain. A line break at the end of a file is not part of its secret.
 *
 * @param given values of --secret-file
 * @throws UsageError for a name that is no secret of the plugin
 * @throws InputError `file` when a file cannot be read or is empty
 */
export async function secretsFromFiles(plugin: PluginView, given: string[]): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const text of given) {
    const [, name, path] = SECRET_FILE.exec(text) ?? [];
    if (name === undefined || path === undefined) throw new UsageError('--secret-file must be <name>=<path>');
    refuseOther(plugin, name);
    secrets[name] = await readSecretFile(path, name);
  }
  return secrets;
}

/**
 * The secrets to ask for: secrets that the officer wants to replace, and required secrets that are not set yet.
 *
 * @param current the provider as it is configured now
 */
export function secretsToAsk(
  plugin: PluginView,
  current: ProviderView | undefined,
  known: object,
  replaced: string[],
): string[] {
  for (const name of replaced) refuseOther(plugin, name);
  const { required = [] } = plugin.configuration as { required?: string[] };
  const isMissing = (name: string): boolean => required.includes(name) && !current?.secrets.includes(name);
  return plugin.secrets.filter((name) => !(name in known) && (replaced.includes(name) || isMissing(name)));
}

function refuseOther(plugin: PluginView, name: string): void {
  if (plugin.secrets.includes(name)) return;
  throw new UsageError(`${plugin.name} has no secret ${name}; its secrets are: ${plugin.secrets.join(', ') || 'none'}`);
}
