import { APPS } from './apps';
import { interpolationsIn, readComposeFile } from './compose/compose-file';
import { secretsOf } from './kubernetes/container-environment';
import { readManifests, resolve } from './kubernetes/kustomization';
import { workloadsOf } from './kubernetes/manifest';
import { filesBelow, readProjectFile } from './project-files';

const FILES = ['Dockerfile', '.dockerignore', 'docker-compose.yml', ...filesBelow('deploy')];
const SECRET_NAME = /PASSWORD|TOKEN|MASTER_KEY|DATABASE_URL|SECRET/;

describe('no file holds a secret:', () => {
  it.each(FILES)('%s', (file) => {
    const text = readProjectFile(file);
    // A password in an address must be a variable.
    const passwords = [...text.matchAll(/\w+:\/\/[^\s/:@'"]+:((?:\$\{[^}]*\}|[^\s@/'"])+)@/g)].map(
      (match) => match[1]!,
    );
    expect(passwords.filter((password) => !/^(\$\{\w+:\?[^}]*\}|\$\w+|<[\w -]+>)$/.test(password))).toEqual([]);
    // Random text in hex or base64 is not allowed either.
    const random = [...text.matchAll(/[A-Za-z0-9+/_]{24,}={0,2}/g)].map(([word]) => word).filter(looksRandom);
    expect(random).toEqual([]);
  });

  it('in docker-compose.yml every secret comes from .env', () => {
    for (const [name, { environment = {} }] of Object.entries(readComposeFile().services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (!SECRET_NAME.test(variable) || !value) continue;
        const interpolations = interpolationsIn(value);
        // Only while a key is replaced there is a previous or a next one.
        const fallback = /^PROBITY_(PREVIOUS|NEXT)_/.test(variable) ? '' : undefined;
        expect({ name, variable, interpolations }).toEqual({
          name,
          variable,
          interpolations: [{ variable: expect.any(String), fallback }],
        });
      }
    }
  });

  it('in the manifests every secret is a reference', () => {
    const manifests = filesBelow('deploy/kubernetes')
      .filter((file) => file.endsWith('.yaml') && !/kustomization|address|size/.test(file))
      .flatMap(readManifests);
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const variables = workloadsOf(manifests).flatMap(({ containers }) => containers.flatMap(({ env }) => env ?? []));
    const secret = variables.filter(({ name }) => SECRET_NAME.test(name));
    expect(secret.length).toBeGreaterThan(APPS.length);
    for (const { name, valueFrom } of secret) expect({ name, valueFrom }).toHaveProperty('valueFrom.secretKeyRef.key');
  });
});

it('deploy/README.md names exactly the Secrets and keys that the manifests refer to', () => {
  const referred = workloadsOf(resolve('deploy/kubernetes/base')).flatMap(({ containers }) =>
    containers.flatMap(secretsOf),
  );
  const rows = readProjectFile('deploy/README.md').matchAll(/^\| `(probity-[a-z-]+)` +\| `([a-z-]+)` /gm);
  const named = [...rows].map(([, secret, key]) => `${secret}/${key}`);
  expect(named.sort()).toEqual([...new Set(referred)].sort());
});

/** Random hex or base64 text mixes digits and upper and lower case everywhere; words and paths do not. */
function looksRandom(word: string): boolean {
  if (/^[0-9a-f]+$/.test(word)) return true;
  const changes = [...word].filter((character, index) => index > 0 && kind(character) !== kind(word[index - 1]!));
  return changes.length > word.length / 3;
}

const kind = (character: string): string =>
  /\d/.test(character) ? 'digit' : /[A-Z]/.test(character) ? 'upper' : 'lower';
