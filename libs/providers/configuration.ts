import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ProviderPlugin } from './plugin';

/**
 * Checks a tenant's configuration of a plugin, secrets included.
 *
 * @returns problems in words for staff, each with the name of its field first; none has a value, because values may
 * be secrets
 */
export function configurationProblems(plugin: ProviderPlugin, configuration: Record<string, unknown>): string[] {
  const problems = [...unknownFields(plugin, configuration), ...shapeProblems(plugin, configuration)];
  if (problems.length > 0) return problems;
  return baseUrlProblems(plugin, configuration);
}

/** Splits a configuration into the fields that anyone among the staff may read, and the secrets to seal. */
export function splitSecrets(
  plugin: Pick<ProviderPlugin, 'secrets'>,
  configuration: Record<string, unknown>,
): { readable: Record<string, unknown>; secrets: Record<string, unknown> } {
  const isSecret = ([field]: [string, unknown]): boolean => plugin.secrets.includes(field);
  const fields = Object.entries(configuration);
  return {
    readable: Object.fromEntries(fields.filter((field) => !isSecret(field))),
    secrets: Object.fromEntries(fields.filter(isSecret)),
  };
}

function unknownFields(plugin: ProviderPlugin, configuration: Record<string, unknown>): string[] {
  const known = Object.keys(plugin.configuration.properties);
  return Object.keys(configuration)
    .filter((field) => !known.includes(field))
    .map((field) => `${field}: is not a setting of ${plugin.title}; the settings are: ${known.join(', ')}`);
}

function shapeProblems(
  { configuration: schema, title }: ProviderPlugin,
  configuration: Record<string, unknown>,
): string[] {
  const problems = Compile(schema)
    .Errors(configuration)
    .flatMap((error) => {
      // An unknown field is reported twice: at its object, and at itself with the keyword `boolean`.
      if (error.keyword === 'additionalProperties') return [];
      const path = error.instancePath.slice(1).replaceAll('/', '.');
      if (error.keyword === 'boolean') return path.includes('.') ? [`${path}: is not a setting of ${title}`] : [];
      if (error.keyword === 'required') {
        const { requiredProperties } = error.params;
        return requiredProperties.map((field) => explained(schema, path ? `${path}.${field}` : field, 'is missing'));
      }
      const { allowedValues } = error.params as { allowedValues?: unknown[] };
      const allowed = allowedValues ? `: ${allowedValues.join(', ')}` : '';
      return [explained(schema, path, `${error.message}${allowed}`)];
    });
  return [...new Set(problems)];
}

/** With the description of the field, so that staff need not look it up. */
function explained(schema: TObject, path: string, problem: string): string {
  const field: { description?: string } | undefined = schema.properties[path];
  return field?.description ? `${path}: ${problem} (${field.description})` : `${path}: ${problem}`;
}

function baseUrlProblems(plugin: ProviderPlugin, configuration: Record<string, unknown>): string[] {
  const text = plugin.baseUrl(configuration);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)) return [];
  return [`the address of ${plugin.title} must be a URL such as https://api.example.com, without user name and query`];
}
