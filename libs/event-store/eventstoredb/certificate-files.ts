import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString';

const FILES = ['tlsCAFile', 'userCertFile', 'userKeyFile'] as const;

/**
 * Checks the files that a connection string names. The client library would report a missing file without its name,
 * and a malformed one at the first call.
 *
 * @throws Error that names the parameter and the file
 */
export function checkCertificateFiles(options: ConnectionOptions): void {
  if (options.tls === false) return;
  for (const parameter of FILES) {
    const path = options[parameter];
    if (path === undefined) continue;
    const file = `the file of ${parameter} in EVENTSTORE_URL (${resolve(path)})`;
    const content = read(path, file);
    if (parameter !== 'userKeyFile' && !isCertificate(content))
      throw new Error(`${file} is not a certificate in PEM form`);
  }
}

function read(path: string, file: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function isCertificate(content: Buffer): boolean {
  try {
    return new X509Certificate(content).subject !== undefined;
  } catch {
    return false;
  }
}
