import type { Plugin, Provider } from './queries';

/** A setting of a plugin, as a form asks for it. */
export interface ProviderField {
  name: string;
  description?: string;
  isRequired: boolean;
  isSecret: boolean;
  /** what the person types; `json` for lists and objects */
  kind: 'text' | 'number' | 'flag' | 'choice' | 'json';
  choices: string[];
}

interface FieldSchema {
  type?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: FieldSchema[];
  const?: unknown;
}

/** The settings of a plugin, in the order in which the plugin declares them. */
export function fieldsOf({ configuration, secrets }: Plugin): ProviderField[] {
  const { properties = {}, required = [] } = configuration as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    description: schema.description,
    isRequired: required.includes(name),
    isSecret: secrets.includes(name),
    ...kindOf(schema),
  }));
}

function kindOf({ type, enum: words, anyOf }: FieldSchema): Pick<ProviderField, 'kind' | 'choices'> {
  const choices = (words ?? anyOf?.map((one) => one.const) ?? []).filter((word) => typeof word === 'string');
  if (choices.length > 0) return { kind: 'choice', choices };
  if (type === 'string') return { kind: 'text', choices };
  if (type === 'integer' || type === 'number') return { kind: 'number', choices };
  return { kind: type === 'boolean' ? 'flag' : 'json', choices };
}

/** What the form shows at first. Secrets are never shown. */
export function formOf(fields: ProviderField[], provider: Provider | undefined): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = provider?.configuration[name];
      if (value === undefined || value === null) return [name, ''];
      return [name, typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value, null, 2)];
    }),
  );
}

/**
 * The configuration that a form means. An empty field is left out; an empty secret keeps its value.
 *
 * @returns what is wrong with a field, by its name, beside the configuration
 */
export function configurationOf(
  fields: ProviderField[],
  form: Record<string, string>,
  known: readonly string[],
): { configuration: Record<string, unknown>; problems: Record<string, string> } {
  const configuration: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const { name, kind, isRequired, isSecret } of fields) {
    const text = form[name] ?? '';
    if (text.trim() === '') {
      if (isRequired && !(isSecret && known.includes(name))) problems[name] = 'This is needed.';
      continue;
    }
    if (kind === 'number') {
      if (Number.isFinite(Number(text))) configuration[name] = Number(text);
      else problems[name] = 'This must be a number.';
    } else if (kind === 'flag') configuration[name] = text === 'true';
    else if (kind === 'json') {
      try {
        configuration[name] = JSON.parse(text);
      } catch (error) {
        problems[name] = `This is not JSON: ${(error as Error).message}`;
      }
    } else configuration[name] = text;
  }
  return { configuration, problems };
}
