import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PLUGIN_STAGES, type PluginStage, type ProviderPlugin } from './plugin';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_NAME = 40;
/** The names of the plugins are known only when the folder is read, so an import statement cannot load them. */
const load = createRequire(__filename);
const VERSION = /^\d+\.\d+\.\d+$/;

/** The plugins of this installation: one for each folder in `plugins/`. */
export class PluginRegistry {
  private readonly plugins: ReadonlyMap<string, ProviderPlugin>;

  constructor(plugins: readonly ProviderPlugin[]) {
    this.plugins = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  }

  /**
   * Loads `<folder>/<name>/plugin`, which exports `plugin`. Call it once, at the start: it reads the disk.
   *
   * @throws Error that names the folder and what to do when a plugin does not load or contradicts itself
   */
  static load(folder = join(__dirname, 'plugins')): PluginRegistry {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && hasCode(join(folder, entry.name)))
      .map((entry) => entry.name);
    return new PluginRegistry(names.sort().map((name) => loadPlugin(folder, name)));
  }

  /** In alphabetical order. */
  list(): ProviderPlugin[] {
    return [...this.plugins.values()];
  }

  find(name: string): ProviderPlugin | undefined {
    return this.plugins.get(name);
  }

  /** The names of the plugins that can run a stage, by a call or by webhook. */
  namesFor(stage: PluginStage): string[] {
    return this.list().flatMap((plugin) => (plugin.stages.includes(stage) ? [plugin.name] : []));
  }
}

/** Contradictions in what a plugin says about itself; empty when there are none. */
export function pluginProblems(plugin: ProviderPlugin): string[] {
  const { name, version, stages, configuration, secrets } = plugin;
  const fields = Object.keys(configuration.properties);
  const has = (stage: PluginStage): boolean => plugin[stage] !== undefined;
  const when = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);
  return [
    ...when(!NAME.test(name) || name.length > MAX_NAME, `name: "${name}" must be lower-case words joined by hyphens`),
    ...when(!VERSION.test(version), `version: "${version}" must have the form 1.0.0`),
    ...when(stages.length === 0, `stages: must name at least one of ${PLUGIN_STAGES.join(', ')}`),
    ...stages.flatMap((stage) =>
      when(!has(stage) && !plugin.webhooks, `stages: ${stage} needs the function ${stage} or webhooks`),
    ),
    ...PLUGIN_STAGES.flatMap((stage) =>
      when(has(stage) && !stages.includes(stage), `${stage}: is a function, but stages does not name ${stage}`),
    ),
    ...secrets.flatMap((secret) =>
      when(!fields.includes(secret), `secrets: ${secret} is not a field of the configuration`),
    ),
  ];
}

/** The build leaves empty folders where a plugin was deleted. */
const hasCode = (folder: string): boolean => readdirSync(folder).some((file) => /\.[jt]s$/.test(file));

function loadPlugin(folder: string, name: string): ProviderPlugin {
  const place = join(folder, name, 'plugin');
  const { plugin } = loadModule(place);
  if (!plugin) throw new Error(`${place} must export "plugin"; correct the file or delete the folder`);
  const problems = pluginProblems(plugin);
  if (plugin.name !== name) problems.push(`name: "${plugin.name}" must be the name of the folder, "${name}"`);
  if (problems.length > 0) throw new Error(`${place} is invalid; correct it: ${problems.join('; ')}`);
  return plugin;
}

function loadModule(place: string): { plugin?: ProviderPlugin } {
  try {
    return load(place) as { plugin?: ProviderPlugin };
  } catch (error) {
    throw new Error(`${place} does not load; correct the file or delete the folder`, { cause: error });
  }
}
