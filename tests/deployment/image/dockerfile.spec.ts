import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { APPS } from '../apps';
import { PROJECT, readProjectFile } from '../project-files';
import { buildContext, readIgnoreFile } from './docker-ignore';
import { readStages, textsOf } from './dockerfile';

const stages = readStages(readProjectFile('Dockerfile'));
const image = stages.at(-1)!;
const context = buildContext(PROJECT);

describe('Dockerfile', () => {
  it('builds on one base image with a pinned Node.js version', () => {
    expect(new Set(stages.map(({ from }) => from))).toEqual(new Set(['${NODE_IMAGE}']));
    expect(readProjectFile('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:\d\d-\w+-slim$/m);
  });

  it('runs as a numeric user that is not root', () => {
    expect(textsOf(image, 'USER')).toEqual(['10001:10001']);
  });

  it('starts node without a shell, and the argument chooses the app', () => {
    const [entrypoint] = textsOf(image, 'ENTRYPOINT').map((text) => JSON.parse(text) as string[]);
    expect(entrypoint![0]).toBe('node');
    expect(entrypoint!.slice(1).every((option) => option.startsWith('--'))).toBe(true);
    const [[command]] = textsOf(image, 'CMD').map((text) => JSON.parse(text) as string[]) as [[string]];
    for (const entry of [command, ...APPS.map((app) => `dist/apps/${app}/main.js`)]) {
      expect(existsSync(join(PROJECT, entry.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
    }
  });

  it('installs no development packages and no embedded Postgres for production, and runs no package scripts', () => {
    const installs = stages.flatMap((stage) =>
      textsOf(stage, 'RUN').flatMap((text) => (/npm (ci|install)/.test(text) ? [{ stage: stage.name, text }] : [])),
    );
    expect(installs.map(({ stage }) => stage)).toEqual(['compiled', 'packages']);
    for (const { text } of installs) expect(text).toMatch(/npm ci .*--ignore-scripts/);
    expect(installs[1]!.text).toContain('--omit=dev --omit=optional');
  });

  it('puts only compiled code, production packages and a package.json into the image', () => {
    expect(textsOf(image, 'COPY')).toEqual([
      'package.json LICENSE ./',
      '--from=packages /build/node_modules node_modules',
      '--from=compiled /build/dist dist',
    ]);
    expect(textsOf(image, 'RUN')).toEqual([]);
  });

  it('copies only files that the build can see, and only from existing stages', () => {
    for (const stage of stages) {
      for (const text of textsOf(stage, 'COPY')) {
        const [, from, paths] = /^(?:--from=(\S+) )?(.+)$/.exec(text)!;
        if (from) expect(stages.map(({ name }) => name)).toContain(from);
        else {
          for (const source of paths!.split(' ').slice(0, -1)) {
            const seen = context.some((file) => source === '.' || file === source || file.startsWith(`${source}/`));
            expect({ source, seen }).toEqual({ source, seen: true });
          }
        }
      }
    }
  });

  it('has labels that describe the image', () => {
    const labels = textsOf(image, 'LABEL').join(' ');
    for (const label of ['title', 'description', 'version', 'revision']) {
      expect(labels).toContain(`org.opencontainers.image.${label}=`);
    }
  });
});

describe('.dockerignore', () => {
  it('includes every package.json that npm reads, and the sources', () => {
    const needed = ['apps/', 'libs/'].flatMap((folder) => context.filter((file) => file.startsWith(folder)));
    expect(needed.length).toBeGreaterThan(100);
    for (const app of [...APPS, 'cli', 'standalone']) expect(context).toContain(`apps/${app}/package.json`);
    expect(context).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', '.npmrc']));
    expect(context).toContain('tests/package.json');
  });

  it.each(['.env', '.git/config', '.probity/secrets.json', 'node_modules/a/b.js', 'apps/cli/node_modules/a.js'])(
    'excludes %s',
    (path) => expect(readIgnoreFile(readProjectFile('.dockerignore'))(path)).toBe(false),
  );

  it('excludes tests and deployment files, so that changes of them do not change the image', () => {
    const wrong = context.filter(
      (file) => file.endsWith('.spec.ts') || (/^(tests|deploy)\//.test(file) && !file.endsWith('package.json')),
    );
    expect(wrong).toEqual([]);
  });
});
