import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsKms } from './aws-kms';
import { askKeyService } from './ask-key-service';
import { KeyServiceFailure } from './key-service';
import { readKeySources } from './key-sources';
import { newKey, wrapGivenKey } from './new-key';
import { KMS_KEY, kmsServer, type KeyServer, vaultServer } from './testing/key-servers';

const KEY = randomBytes(32).toString('base64');
const TOKEN = 'hvs.a-token';
const CREDENTIALS = { id: 'AKIDEXAMPLE', secret: 'a secret key' };

let folder: string;
let vault: KeyServer;
let kms: KeyServer;
let vaultEnvironment: Record<string, string>;
let kmsEnvironment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probity-keys-'));
  [vault, kms] = [vaultServer(TOKEN), kmsServer(CREDENTIALS)];
  vaultEnvironment = { VAULT_ADDR: await vault.start(), VAULT_TOKEN: TOKEN };
  const AWS_ENDPOINT_URL_KMS = await kms.start();
  kmsEnvironment = { AWS_REGION: 'eu-central-1', PROBITY_KMS_KEY_ID: KMS_KEY, AWS_ENDPOINT_URL_KMS };
});
afterAll(async () => {
  await Promise.all([vault.stop(), kms.stop()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  process.env.AWS_ACCESS_KEY_ID = CREDENTIALS.id;
  process.env.AWS_SECRET_ACCESS_KEY = CREDENTIALS.secret;
  process.env.AWS_EC2_METADATA_DISABLED = 'true';
});
afterEach(() => {
  for (const service of [vault, kms]) Object.assign(service, { failures: 0, isAway: false });
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_EC2_METADATA_DISABLED'])
    delete process.env[name];
});

function keyFile(text: string, mode = 0o400): string {
  const path = join(folder, `key-${randomBytes(4).toString('hex')}`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}
const read = async (environment: Record<string, string>) => (await readKeySources(environment)).PROBITY_MASTER_KEY;

describe('a key in clear', () => {
  it('comes from its variable or from a file that only its owner and group can read', async () => {
    expect(await read({ PROBITY_MASTER_KEY: KEY })).toBe(KEY);
    expect(await read({ PROBITY_MASTER_KEY_FILE: keyFile(`${KEY}\n`) })).toBe(KEY);
    expect(await read({ PROBITY_MASTER_KEY: '', PROBITY_MASTER_KEY_FILE: keyFile(KEY, 0o440) })).toBe(KEY);
    expect(await read({})).toBeUndefined();
  });

  it.each([0o444, 0o404, 0o420, 0o402])('does not come from a file with mode %o', async (mode) => {
    const reading = read({ PROBITY_MASTER_KEY_FILE: keyFile(KEY, mode) });
    const shown = mode.toString(8).padStart(4, '0');
    await expect(reading).rejects.toThrow(`PROBITY_MASTER_KEY_FILE cannot be used: ${folder}`);
    await expect(reading).rejects.toThrow(`has mode ${shown}, so others have access to the key; run chmod 0400`);
    await expect(reading).rejects.not.toThrow(KEY);
  });

  it('is given once, in a file that exists and has a key', async () => {
    const both = { PROBITY_MASTER_KEY: KEY, PROBITY_MASTER_KEY_FILE: keyFile(KEY) };
    await expect(read(both)).rejects.toThrow('PROBITY_MASTER_KEY and PROBITY_MASTER_KEY_FILE are both set');
    const missing = read({ PROBITY_MASTER_KEY_FILE: join(folder, 'nowhere') });
    await expect(missing).rejects.toThrow(/PROBITY_MASTER_KEY_FILE cannot be used: ENOENT.*nowhere/);
    const isFolder = join(folder, 'a-folder');
    mkdirSync(isFolder);
    await expect(read({ PROBITY_MASTER_KEY_FILE: isFolder })).rejects.toThrow('is not a file');
    await expect(read({ PROBITY_MASTER_KEY_FILE: keyFile(' \n') })).rejects.toThrow('is empty');
    await expect(read({ PROBITY_MASTER_KEY_FILE: keyFile('x'.repeat(20_000)) })).rejects.toThrow('16384 bytes');
  });
});

describe.each([
  ['vault' as const, () => vault, () => vaultEnvironment, 'VAULT_TOKEN', /^vault:v1:/],
  ['aws-kms' as const, () => kms, () => kmsEnvironment, 'AWS_REGION', /^aws-kms:/],
])('a key that %s wraps', (name, server, environment, needed, form) => {
  it('is unwrapped from a variable, and from a file that everyone can read', async () => {
    const wrapped = await newKey(name, environment());
    expect(wrapped).toMatch(form);
    const key = await read({ ...environment(), PROBITY_MASTER_KEY: wrapped });
    expect(Buffer.from(key!, 'base64')).toHaveLength(32);
    const file = keyFile(`${wrapped}\n`, 0o444);
    expect(await read({ ...environment(), PROBITY_MASTER_KEY_FILE: file })).toBe(key);
    expect(await newKey(name, environment())).not.toBe(wrapped);
  });

  it('can be one that exists', async () => {
    const wrapped = await wrapGivenKey(name, { ...environment(), PROBITY_MASTER_KEY: KEY });
    expect(await read({ ...environment(), PROBITY_MASTER_KEY: wrapped })).toBe(KEY);
  });

  it('waits for a service that is briefly not ready', async () => {
    const wrapped = await newKey(name, environment());
    server().failures = 2;
    expect(await read({ ...environment(), PROBITY_MASTER_KEY: wrapped })).toBeDefined();
  });

  it('is not used when it was changed, or the service cannot be asked; the error names the variable', async () => {
    const wrapped = await newKey(name, environment());
    const start = wrapped.slice(0, -8) + (wrapped.at(-8) === 'A' ? 'B' : 'A') + wrapped.slice(-7);
    await expect(read({ ...environment(), PROBITY_MASTER_KEY: start })).rejects.toThrow(
      /PROBITY_MASTER_KEY cannot be unwrapped: .*refused/,
    );
    const { [needed]: _gone, ...rest } = environment();
    await expect(read({ ...rest, PROBITY_MASTER_KEY: wrapped })).rejects.toThrow(
      new RegExp(`PROBITY_MASTER_KEY cannot be unwrapped: ${needed}.* missing`),
    );
    const both = { PROBITY_MASTER_KEY: start, PROBITY_PERSONAL_DATA_KEY: start };
    await expect(readKeySources({ ...environment(), ...both })).rejects.toThrow(/MASTER_KEY cannot[^]*DATA_KEY cannot/);
  });
});

it('the errors of Vault say what to do, and repeat no token', async () => {
  const PROBITY_MASTER_KEY = await newKey('vault', vaultEnvironment);
  const withVault = (changes: object) => read({ ...vaultEnvironment, PROBITY_MASTER_KEY, ...changes });
  await expect(withVault({ VAULT_TOKEN: 'another' })).rejects.toThrow(
    'Vault refused decrypt with transit/probity: permission denied; check the policy and the age of the token',
  );
  await expect(withVault({ VAULT_TRANSIT_KEY: 'other' })).rejects.toThrow(
    'check VAULT_TRANSIT_MOUNT and VAULT_TRANSIT_KEY',
  );
  await expect(withVault({ VAULT_ADDR: 'http://vault.example' })).rejects.toThrow(
    'VAULT_ADDR must begin with https://',
  );
  await expect(withVault({ VAULT_ADDR: 'vault:8200' })).rejects.toThrow('VAULT_ADDR must be a URL');
  const VAULT_TOKEN_FILE = keyFile(`${TOKEN}\n`);
  expect(await withVault({ VAULT_TOKEN: '', VAULT_TOKEN_FILE })).toBeDefined();
});

it('AWS KMS refuses requests with other credentials, and keys that another key wrapped', async () => {
  const PROBITY_MASTER_KEY = await newKey('aws-kms', kmsEnvironment);
  const PROBITY_KMS_KEY_ID = KMS_KEY.replace('1234abcd', '5678abcd');
  await expect(read({ ...kmsEnvironment, PROBITY_MASTER_KEY, PROBITY_KMS_KEY_ID })).rejects.toThrow(
    'NotFoundException',
  );
  process.env.AWS_SECRET_ACCESS_KEY = 'another';
  await expect(read({ ...kmsEnvironment, PROBITY_MASTER_KEY })).rejects.toThrow('InvalidSignatureException');
});

it('a key that is in clear after it was unwrapped has 32 bytes', async () => {
  const wrapped = await new AwsKms(kmsEnvironment).wrap(Buffer.from('short'));
  await expect(read({ ...kmsEnvironment, PROBITY_MASTER_KEY: wrapped })).rejects.toThrow(
    'PROBITY_MASTER_KEY has 5 bytes when it is unwrapped, not 32',
  );
});

it('a service that stays away is asked several times, and given up in time', async () => {
  vault.isAway = true;
  const before = vault.requests;
  const start = performance.now();
  const ask = () => newKeyOnce();
  await expect(askKeyService(ask, { giveUpAfterMs: 400, attemptMs: 50, firstPauseMs: 20 })).rejects.toThrow(
    /Vault at http:\/\/127\.0\.0\.1:\d+ does not respond/,
  );
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(vault.requests - before).toBeGreaterThan(2);
});

const newKeyOnce = async (): Promise<never> => {
  const { Vault } = await import('./vault');
  await new Vault(vaultEnvironment).unwrap('vault:v1:AAAA');
  throw new KeyServiceFailure('it replied', false);
};
