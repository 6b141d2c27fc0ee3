import { type Container, type Manifest, theOne } from './manifest';

/**
 * Returns a container's environment, with the values of ConfigMaps. A variable from a Secret gets its value from
 * `secrets`, where the key is `<secret>/<key>`. It is absent if it has no value there and is optional.
 * @throws Error for a reference that cannot be resolved
 */
export function environmentOf(
  { name: container, env = [], envFrom = [] }: Container,
  manifests: Manifest[],
  secrets: Record<string, string>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { configMapRef } of envFrom) {
    if (!configMapRef) throw new Error(`${container}: refer to secrets one by one, not with envFrom`);
    Object.assign(environment, theOne(manifests, 'ConfigMap', configMapRef.name).data);
  }
  for (const { name, value, valueFrom } of env) {
    const reference = valueFrom?.configMapKeyRef ?? valueFrom?.secretKeyRef;
    const found = valueFrom?.configMapKeyRef
      ? theOne(manifests, 'ConfigMap', valueFrom.configMapKeyRef.name).data![valueFrom.configMapKeyRef.key]
      : valueFrom?.secretKeyRef
        ? secrets[`${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`]
        : (value ?? valueFrom?.fieldRef?.fieldPath);
    if (found !== undefined) environment[name] = found;
    else if (!reference?.optional) throw new Error(`${container}: ${name} has no value`);
  }
  return environment;
}

/** Returns the names of all variables that a container may have, from its ConfigMaps or its `env`. */
export function variablesOf({ env = [], envFrom = [] }: Container, manifests: Manifest[]): string[] {
  const fromMaps = envFrom.flatMap(({ configMapRef }) =>
    Object.keys(theOne(manifests, 'ConfigMap', configMapRef!.name).data!),
  );
  return [...new Set([...fromMaps, ...env.map(({ name }) => name)])].sort();
}

/** Returns `<secret>/<key>` of every reference to a Secret. */
export const secretsOf = ({ env = [] }: Container): string[] =>
  env.flatMap(({ valueFrom }) =>
    valueFrom?.secretKeyRef ? [`${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`] : [],
  );
