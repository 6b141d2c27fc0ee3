import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readProjectFile } from '../project-files';
import { applyPatch, type Operation } from './json-patch';
import { type Container, type Manifest, workloadsOf } from './manifest';

interface Kustomization {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources?: string[];
  images?: { name: string; newName?: string; newTag?: string }[];
  configMapGenerator?: { name: string; behavior?: 'merge'; envs: string[] }[];
  patches?: { path: string; target: { kind: string; name: string } }[];
  labels?: { pairs: Record<string, string> }[];
}

const UNDERSTOOD = [
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'images',
  'configMapGenerator',
  'patches',
  'labels',
];

export function readKustomization(folder: string): Kustomization {
  const file = join(folder, 'kustomization.yaml');
  const kustomization = parse(readProjectFile(file)) as Kustomization;
  const strange = Object.keys(kustomization).filter((field) => !UNDERSTOOD.includes(field));
  if (strange.length > 0) throw new Error(`${file}: these tests do not support ${strange.join(', ')}`);
  return kustomization;
}

/** Returns the files and folders of a kustomization, relative to the project. */
export function partsOf(folder: string): string[] {
  const { resources = [], configMapGenerator = [], patches = [] } = readKustomization(folder);
  return [...resources, ...configMapGenerator.flatMap(({ envs }) => envs), ...patches.map(({ path }) => path)].map(
    (path) => join(folder, path),
  );
}

/**
 * Builds a folder as `kubectl kustomize` does, but without hash suffixes in the names of ConfigMaps.
 * Supports only the features that the project's kustomizations use.
 * @throws Error for other features, or if the target of a patch, an image or a merge does not exist
 */
export function resolve(folder: string): Manifest[] {
  const { resources = [], configMapGenerator = [], patches = [], images = [], ...rest } = readKustomization(folder);
  const manifests = resources.flatMap((resource) =>
    resource.endsWith('.yaml') ? readManifests(join(folder, resource)) : resolve(join(folder, resource)),
  );

  for (const { name, behavior, envs } of configMapGenerator) {
    const data = Object.assign({}, ...envs.map((file) => readSettings(join(folder, file)))) as Record<string, string>;
    const existing = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if ((behavior === 'merge') !== Boolean(existing))
      throw new Error(
        `${folder}: ConfigMap ${name} ${existing ? 'already exists' : 'does not exist, so cannot be merged'}`,
      );
    if (existing) Object.assign(existing.data!, data);
    else manifests.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }

  for (const { path, target } of patches) {
    const hit = manifests.filter(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    if (hit.length === 0)
      throw new Error(`${folder}/${path} patches ${target.kind} ${target.name}, which does not exist`);
    for (const manifest of hit) applyPatch(manifest, parse(readProjectFile(join(folder, path))) as Operation[]);
  }

  for (const { name, newName, newTag } of images) {
    const hit = workloadsOf(manifests)
      .flatMap(({ containers }) => containers)
      .filter(({ image }) => image.split(':')[0] === name);
    if (hit.length === 0) throw new Error(`${folder}: no container has the image ${name}`);
    for (const container of hit) container.image = renamed(container, newName, newTag);
  }

  for (const manifest of manifests) {
    const { metadata, kind } = manifest;
    if (rest.namespace && kind !== 'Namespace') metadata.namespace = rest.namespace;
    if (rest.namespace && kind === 'Namespace') metadata.name = rest.namespace;
    for (const { pairs } of rest.labels ?? []) metadata.labels = { ...metadata.labels, ...pairs };
  }
  return manifests;
}

/** Reads the objects in a file. YAML aliases become copies, so that a patch of one does not change the others. */
export function readManifests(file: string): Manifest[] {
  return parseAllDocuments(readProjectFile(file)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`);
    return JSON.parse(JSON.stringify(document.toJS())) as Manifest;
  });
}

function readSettings(file: string): Record<string, string> {
  const lines = readProjectFile(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      if (!name || value === undefined) throw new Error(`${file}: not a setting: ${line}`);
      return [name, value];
    }),
  );
}

function renamed({ image }: Container, newName?: string, newTag?: string): string {
  const [name, tag] = image.split(':');
  const withTag = newTag ?? tag;
  return (newName ?? name) + (withTag ? `:${withTag}` : '');
}
