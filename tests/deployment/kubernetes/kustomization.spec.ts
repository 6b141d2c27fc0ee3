import { filesBelow } from '../project-files';
import { applyPatch } from './json-patch';
import { problemsOfManifest } from './kubernetes-schemas';
import { partsOf, readManifests, resolve } from './kustomization';

const ROOT = 'deploy/kubernetes';
const files = filesBelow(ROOT);
const folders = files
  .filter((file) => file.endsWith('/kustomization.yaml'))
  .map((file) => file.replace(/\/[^/]*$/, ''));

it('a base and an example overlay exist', () => {
  expect(folders).toEqual([`${ROOT}/base`, `${ROOT}/overlays/example`]);
});

describe.each(folders)('%s', (folder) => {
  it('uses all of its files, and no others', () => {
    const own = files.filter((file) => file.startsWith(`${folder}/`) && !file.endsWith('/kustomization.yaml'));
    const named = partsOf(folder);
    expect(named.filter((path) => !folders.includes(path)).sort()).toEqual(own);
    expect(new Set(named).size).toBe(named.length);
  });

  it('can be built: the target of every patch, image and setting exists', () => {
    expect(resolve(folder).length).toBeGreaterThan(0);
  });

  it('creates objects that conform to the published schemas, without unknown fields', async () => {
    expect((await Promise.all(resolve(folder).map(problemsOfManifest))).flat()).toEqual([]);
  });

  it('creates no object twice, and all in one namespace', () => {
    const manifests = resolve(folder);
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const namespaces = manifests.map(({ kind, metadata }) =>
      kind === 'Namespace' ? metadata.name : metadata.namespace,
    );
    expect(new Set(namespaces)).toEqual(new Set(['probity']));
  });
});

describe('the check of manifests', () => {
  const [deployment] = readManifests(`${ROOT}/base/gateway.yaml`).filter(({ kind }) => kind === 'Deployment');
  const broken = (path: string, value: unknown) => {
    const copy = structuredClone(deployment!);
    applyPatch(copy, [{ op: 'add', path, value }]);
    return problemsOfManifest(copy);
  };

  it.each([
    ['an unknown field at the top', '/specs', {}, /Deployment probity-gateway: \/specs is unknown/],
    ['an unknown field further down', '/spec/template/spec/containers/0/livenesProbe', {}, /livenesProbe is unknown/],
    ['a value of the wrong type', '/spec/strategy/rollingUpdate/maxSurge', [], /maxSurge must be/],
    ['a missing field', '/spec/template/spec/volumes/0', {}, /must have required property name/],
  ])('finds %s', async (_what, path, value, problem) => {
    expect((await broken(path, value)).join('\n')).toMatch(problem);
  });
});
