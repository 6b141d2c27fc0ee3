import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { OutsideServer } from './outside-server';

const EXTENSIONS = `
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[tsa]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[request]
distinguished_name = name
[name]
`;

const CONFIGURATION = (folder: string, digest: string): string => `
[tsa]
default_tsa = authority
[authority]
serial = ${folder}/serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = ${digest}
ess_cert_id_chain = no
`;

/** An authority that makes time stamps with `openssl ts`, under a root of its own. */
export class TimestampAuthority extends OutsideServer {
  readonly folder: string;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'probity-tsa-'));
    super((request, body, response) => {
      if (request.headers['content-type'] !== 'application/timestamp-query') return void response.writeHead(415).end();
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(this.replyTo(body));
    });
    this.folder = folder;
    writeFileSync(join(folder, 'extensions'), EXTENSIONS);
    writeFileSync(join(folder, 'serial'), '01');
    this.makeRoot('root');
    this.certify('tsa', 'root', 'tsa');
  }

  /** The certificate of the root that an operator trusts. */
  get root(): Buffer {
    return this.certificate('root');
  }

  certificate(name: string): Buffer {
    return new X509Certificate(readFileSync(join(this.folder, `${name}.pem`))).raw;
  }

  /** A TimeStampResp in DER. @param signer the certificate that signs it */
  replyTo(query: Buffer, signer = 'tsa', essDigest = 'sha256'): Buffer {
    writeFileSync(join(this.folder, 'query'), query);
    writeFileSync(join(this.folder, 'configuration'), CONFIGURATION(this.folder, essDigest));
    this.openssl('ts', '-reply', '-config', 'configuration', '-queryfile', 'query', '-signer', `${signer}.pem`,
      '-inkey', `${signer}.key`, '-out', 'reply'); // prettier-ignore
    return readFileSync(join(this.folder, 'reply'));
  }

  makeRoot(name: string): void {
    this.openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.pem`,
      '-days', '30', '-subj', `/CN=${name}`, '-config', 'extensions', '-extensions', 'ca'); // prettier-ignore
  }

  certify(name: string, by: string, extensions: string): void {
    this.openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`,
      '-subj', `/CN=${name}`, '-config', 'extensions'); // prettier-ignore
    this.openssl('x509', '-req', '-in', `${name}.csr`, '-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial',
      '-days', '30', '-extfile', 'extensions', '-extensions', extensions, '-out', `${name}.pem`); // prettier-ignore
  }

  /** Whether `openssl ts -verify` accepts the token of a note. */
  verifies(token: Buffer, note: string): boolean {
    writeFileSync(join(this.folder, 'token'), token);
    writeFileSync(join(this.folder, 'note'), note);
    const said = this.openssl('ts', '-verify', '-token_in', '-in', 'token', '-data', 'note', '-CAfile', 'root.pem');
    return said.includes('Verification: OK');
  }

  override async stop(): Promise<void> {
    await super.stop();
    rmSync(this.folder, { recursive: true });
  }

  private openssl(...values: string[]): string {
    return execFileSync('openssl', values, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  }
}
