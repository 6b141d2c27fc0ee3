import type {
  ChangedProviderView,
  PluginView,
  ProviderHealth,
  ProviderSignalView,
  ProviderTest,
  ProviderView,
} from '@probity/contracts/providers/views';
import { SIGNAL_STATUSES } from '@probity/contracts/providers/words';
import { apiPath } from '../connection/api-path';
import type { Call } from '../declaration/call';
import { command, group } from '../declaration/command';
import { change, list, listAll, show } from '../declaration/kinds';
import { DECISION, optional, repeated } from '../declaration/options';
import { UsageError } from '../errors';
import { promptSecret } from '../files/prompt-secret';
import { readJsonFile } from '../files/read-file';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import type { Column } from '../output/table';
import { secretsFromFiles, secretsToAsk } from './provider-configuration';

const SECRETS = `
Secrets are never arguments, because others can see command lines. --secret-file names a file with one secret. The
command asks for missing secrets on the terminal. Secrets that you do not give keep their values.`;

const PROVIDER_COLUMNS: Column<ProviderView>[] = [
  { title: 'PLUGIN', value: (row) => row.plugin },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'STAGES', value: (row) => row.stages.join(', ') },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'CHANGED', value: (row) => row.updated_at },
  { title: 'BY', value: (row) => row.officer },
];
const PLUGIN_COLUMNS: Column<PluginView>[] = [
  { title: 'PLUGIN', value: (row) => row.name },
  { title: 'VERSION', value: (row) => row.version },
  { title: 'PROVIDER', value: (row) => row.title },
  { title: 'STAGES', value: (row) => row.stages.join(', ') },
  { title: 'CALLS', value: (row) => row.calls.join(', ') || 'none' },
  { title: 'WEBHOOKS', value: (row) => (row.webhooks ? 'yes' : 'no') },
  { title: 'SECRETS', value: (row) => row.secrets.join(', ') },
];
export const SIGNAL_COLUMNS: Column<ProviderSignalView>[] = [
  { title: 'SIGNAL', value: (row) => row.id },
  { title: 'RECEIVED', value: (row) => row.received_at },
  { title: 'PLUGIN', value: (row) => row.plugin },
  { title: 'EVENT', value: (row) => row.event_source },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'REASON', value: (row) => row.reason },
  { title: 'KYC', value: (row) => row.kyc?.status },
  { title: 'CUSTOMER', value: (row) => row.customer_id ?? row.customer_ref ?? row.account_ref },
];

/** `notes` come with a provider that was deactivated. */
const configured = ({ plugin, version, status, notes = [] }: ProviderView & Partial<ChangedProviderView>): string =>
  [`Provider ${plugin} has configuration ${version} and is ${status}.`, ...notes.map(printable)].join('\n');

const setStatus = (name: 'activate' | 'deactivate', summary: string) =>
  change({
    usage: `${name} <plugin>`,
    summary,
    example: 'sumsub --reason "agreed with the institution"',
    path: 'tenants/{tenant}/providers/{plugin}/' + name,
    options: DECISION,
    report: configured,
  });

export const addProviderCommands = group(
  'providers',
  'providers of compliance checks, and what they reported by webhook',
  'list --tenant acme',
  [
    listAll({
      usage: 'plugins',
      summary: 'list the plugins of this installation',
      path: 'provider-plugins',
      columns: PLUGIN_COLUMNS,
      nothing: 'This installation has no plugins.',
    }),
    listAll({
      usage: 'list',
      summary: 'list the providers that a tenant has configured',
      path: 'tenants/{tenant}/providers',
      columns: PROVIDER_COLUMNS,
      nothing: 'Tenant {tenant} has configured no provider.',
    }),
    show({
      usage: 'show <plugin>',
      summary: 'show the configuration of a provider, without its secrets',
      example: 'sumsub',
      path: 'tenants/{tenant}/providers/{plugin}',
      report: (provider: ProviderView) => outline(provider),
    }),
    command({
      usage: 'configure <plugin>',
      summary: 'configure a provider; a new one is inactive until you activate it',
      example: 'sumsub --config sumsub.json --secret-file secret_key=key.txt --reason "contract of March"',
      notes: SECRETS,
      path: 'tenants/{tenant}/providers/{plugin}',
      options: {
        config: optional('--config <file>', 'a JSON object with all settings; the current ones if omitted'),
        secret_file: repeated('--secret-file <name=path>', 'the name of a secret and its file'),
        ask_secret: repeated('--ask-secret <name>', 'the name of a secret to replace, which the command asks for'),
        ...DECISION,
      },
      run: async ({ plugin: name, config, secret_file = [], ask_secret = [], reason }, call) => {
        const { backOffice, path, answer, surroundings } = call;
        const plugin = await pluginOf(call, name);
        const current = await backOffice.find<ProviderView>(path);
        const settings = config === undefined ? (current?.configuration ?? {}) : await readJsonFile(config);
        const secrets = await secretsFromFiles(plugin, secret_file);
        const known = { ...settings, ...secrets };
        for (const secret of secretsToAsk(plugin, current, known, ask_secret)) {
          secrets[secret] = await promptSecret(secret, surroundings);
        }
        const body = { configuration: { ...settings, ...secrets }, reason };
        const provider = await backOffice.put<ProviderView>(path, body);
        answer(provider, configured(provider));
      },
    }),
    setStatus('activate', 'accept webhooks of a provider, and let stages in mode plugin use it'),
    setStatus('deactivate', 'accept no new webhooks of a provider; what it reported stays'),
    command({
      usage: 'test <plugin>',
      summary: 'send a harmless request to the provider, with the stored configuration',
      example: 'sumsub',
      path: 'tenants/{tenant}/providers/{plugin}/test',
      run: async (_values, { backOffice, path, answer, surroundings }) => {
        const result = await backOffice.post<ProviderTest>(path, {});
        if (!result.ok) surroundings.exitCode = 1;
        answer(
          result,
          `${result.ok ? 'It works' : 'It failed'} (${result.duration_ms} ms): ${printable(result.message)}`,
        );
      },
    }),
    show({
      usage: 'health <plugin>',
      summary: 'show the circuit, the requests, their duration and the signals of a provider',
      example: 'sumsub',
      path: 'tenants/{tenant}/providers/{plugin}/health',
      report: (health: ProviderHealth) => outline(health),
    }),
    list({
      usage: 'signals',
      summary: 'list what providers reported by webhook, newest first',
      example: '--status unresolved',
      path: 'tenants/{tenant}/provider-signals',
      filters: {
        status: optional('--status <status>', 'only signals with this status', SIGNAL_STATUSES),
        plugin: optional('--plugin <plugin>', 'only signals of this plugin'),
      },
      columns: SIGNAL_COLUMNS,
      nothing: 'Tenant {tenant} has no such signals.',
    }),
    show({
      usage: 'signal <signal-id>',
      summary: 'show a signal with its metadata and its effect',
      path: 'tenants/{tenant}/provider-signals/{signal-id}',
      report: (signal: ProviderSignalView) => outline(signal),
    }),
    change({
      usage: 'retry <signal-id>',
      summary: 'match a signal with customers again, for example after you corrected a customer',
      example: '--reason "the customer has the reference now"',
      path: 'tenants/{tenant}/provider-signals/{signal-id}/retry',
      options: DECISION,
      report: ({ id }: ProviderSignalView, { tenant }) =>
        `Signal ${id} is matched again. To see the outcome, run: probity providers signal --tenant ${tenant} ${id}`,
    }),
  ],
);

/** @throws UsageError that names the plugins of the installation */
async function pluginOf({ backOffice }: Call, name: string): Promise<PluginView> {
  const plugins = await backOffice.get<PluginView[]>(apiPath('provider-plugins'));
  const plugin = plugins.find((one) => one.name === name);
  if (plugin) return plugin;
  const names = plugins.map((one) => one.name).join(', ') || 'none';
  throw new UsageError(`this installation has no plugin ${name}; its plugins are: ${names}`);
}
