/** The parts of a Kubernetes object that the tests check. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  // The content depends on the kind; the published schemas describe it.
  spec?: any;
  data?: Record<string, string>;
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: EnvironmentVariable[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  [field: string]: any;
}

interface KeyReference {
  name: string;
  key: string;
  optional?: boolean;
}

export interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: {
    configMapKeyRef?: KeyReference;
    secretKeyRef?: KeyReference;
    fieldRef?: { fieldPath: string };
  };
}

/** An object that creates pods, such as a Deployment or a Job. */
export interface Workload {
  name: string;
  kind: string;
  labels: Record<string, string>;
  pod: any;
  containers: Container[];
}

export function workloadsOf(manifests: Manifest[]): Workload[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ kind, metadata, spec }) => ({
      name: metadata.name,
      kind,
      labels: spec.template.metadata.labels,
      pod: spec.template.spec,
      containers: [...(spec.template.spec.initContainers ?? []), ...spec.template.spec.containers],
    }));
}

export function theOne(manifests: Manifest[], kind: string, name: string): Manifest {
  const found = manifests.filter((one) => one.kind === kind && one.metadata.name === name);
  if (found.length !== 1) throw new Error(`there are ${found.length} of ${kind} ${name}`);
  return found[0]!;
}

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

/** Returns whether a label selector selects an object with these labels. Supports only the operator `In`. */
export function selects(selector: Selector, labels: Record<string, string>): boolean {
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} of a label selector is not supported`);
      return values.includes(labels[key] ?? '');
    })
  );
}
