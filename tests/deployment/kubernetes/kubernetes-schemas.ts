import type { Manifest } from './manifest';

interface Model {
  validate(): void;
}

/** Returns the published schema of an object's kind, which the Kubernetes API server also uses. */
async function modelOf({ apiVersion, kind }: Manifest): Promise<new (data: object) => Model> {
  const models = (await import(`kubernetes-models/${apiVersion}`)) as Record<string, new (data: object) => Model>;
  const model = models[kind];
  if (!model) throw new Error(`${apiVersion} has no ${kind}`);
  return model;
}

/**
 * Returns the problems that the schema finds, and every unknown field. The schemas allow unknown fields, and a
 * cluster drops them silently, so a misspelt probe would just be missing. To find unknown fields, this watches
 * which fields the validation reads: it reads every field that it knows.
 */
export async function problemsOfManifest(manifest: Manifest): Promise<string[]> {
  const what = `${manifest.kind} ${manifest.metadata?.name}`;
  const model = new (await modelOf(manifest))(manifest);
  const unread = new Set<string>();
  try {
    model.validate.call(watch(model, '', unread) as Model);
  } catch (error) {
    return [`${what}: ${(error as Error).message}`];
  }
  return [...unread].map((path) => `${what}: ${path} is unknown`);
}

/** Returns a proxy of the value that removes the path of each property from `unread` when it is read. */
function watch(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = new Map<string | symbol, unknown>();
  for (const [key, part] of Object.entries(value)) {
    unread.add(`${path}/${key}`);
    parts.set(key, watch(part, `${path}/${key}`, unread));
  }
  return new Proxy(value, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`);
      return parts.has(key) ? parts.get(key) : Reflect.get(target, key);
    },
  });
}
