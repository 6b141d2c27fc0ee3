import { type Container, type Manifest, theOne } from './manifest';

/**
 * What a container's environment is, with the values of ConfigMaps. What comes from a Secret has the
 * value that `secrets` has for `<secret>/<key>`, and is absent without one if it is optional.
 * @throws Error for a reference to what is not there
 */
export function environmentOf(
  { name: container, env = [], envFrom = [] }: Container,
  manifests: Manifest[],
  secrets: Record<string, string>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { configMapRef } of envFrom) {
    if (!configMapRef) throw new Error(`${container}: secrets are taken one by one, and not with envFrom`);
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
    else if (!reference?.optional) throw new Error(`${container}: there is nothing for ${name}`);
  }
  return environment;
}

/** Every variable that a container may have, from its ConfigMaps or by name. */
export function variablesOf({ env = [], envFrom = [] }: Container, manifests: Manifest[]): string[] {
  const fromMaps = envFrom.flatMap(({ configMapRef }) =>
    Object.keys(theOne(manifests, 'ConfigMap', configMapRef!.name).data!),
  );
  return [...new Set([...fromMaps, ...env.map(({ name }) => name)])].sort();
}

/** `<secret>/<key>` of every reference to a Secret. */
export const secretsOf = ({ env = [] }: Container): string[] =>
  env.flatMap(({ valueFrom }) =>
    valueFrom?.secretKeyRef ? [`${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`] : [],
  );
