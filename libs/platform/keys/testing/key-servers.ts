import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Sealer } from '../../sealing';

interface Reply {
  status: number;
  body: object;
}

/** A key service that speaks the protocol of a real one. */
export class KeyServer {
  /** replies to so many requests that it is not ready */
  failures = 0;
  requests = 0;
  /** closes connections without a reply */
  isAway = false;
  private readonly server: Server;

  constructor(private readonly reply: (path: string, headers: IncomingHttpHeaders, body: string) => Reply) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.requests++;
        if (this.isAway) return void request.socket.destroy();
        const fails = this.failures-- > 0;
        const { status, body } = fails
          ? { status: 503, body: { errors: ['sealed'], __type: 'KMSInternalException' } }
          : this.reply(request.url!, request.headers, Buffer.concat(chunks).toString());
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** The secrets engine `transit` of Vault with the key `probity`. */
export function vaultServer(token: string): KeyServer {
  const own = new Sealer(randomBytes(32));
  return new KeyServer((path, headers, text) => {
    if (headers['x-vault-token'] !== token) return { status: 403, body: { errors: ['permission denied'] } };
    const [, operation] = /^\/v1\/transit\/(encrypt|decrypt)\/probity$/.exec(path) ?? [];
    if (!operation) return { status: 404, body: { errors: [] } };
    const given = JSON.parse(text) as Record<string, string>;
    if (operation === 'encrypt') {
      const sealed = own.seal(Buffer.from(given.plaintext!, 'base64'), 'transit').toString('base64');
      return { status: 200, body: { data: { ciphertext: `vault:v1:${sealed}` } } };
    }
    try {
      const opened = own.open(Buffer.from(given.ciphertext!.slice('vault:v1:'.length), 'base64'), 'transit');
      return { status: 200, body: { data: { plaintext: opened.toString('base64') } } };
    } catch {
      return { status: 400, body: { errors: ['cipher: message authentication failed'] } };
    }
  });
}

export const KMS_KEY = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';

/** AWS KMS with one symmetric key. It checks the signature (Signature Version 4) of each request. */
export function kmsServer(credentials: { id: string; secret: string }): KeyServer {
  const own = new Sealer(randomBytes(32));
  const refused = (type: string, message: string): Reply => ({ status: 400, body: { __type: type, message } });
  return new KeyServer((path, headers, text) => {
    if (!isSigned(path, headers, text, credentials)) {
      return refused('InvalidSignatureException', 'The request signature does not match the signature you provided.');
    }
    const given = JSON.parse(text) as Record<string, string> & { EncryptionContext: object };
    const context = JSON.stringify(given.EncryptionContext);
    if (given.KeyId !== undefined && given.KeyId !== KMS_KEY) {
      return refused('NotFoundException', `Key '${given.KeyId}' does not exist`);
    }
    if (headers['x-amz-target'] === 'TrentService.Encrypt') {
      const blob = own.seal(Buffer.from(given.Plaintext!, 'base64'), context).toString('base64');
      return { status: 200, body: { CiphertextBlob: blob, KeyId: KMS_KEY } };
    }
    try {
      const opened = own.open(Buffer.from(given.CiphertextBlob!, 'base64'), context);
      return { status: 200, body: { Plaintext: opened.toString('base64'), KeyId: KMS_KEY } };
    } catch {
      return refused('InvalidCiphertextException', '');
    }
  });
}

function isSigned(
  path: string,
  headers: IncomingHttpHeaders,
  body: string,
  { id, secret }: { id: string; secret: string },
): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8})\/(.+?)\/kms\/aws4_request, SignedHeaders=(.+?), Signature=(\w+)$/;
  const [, user, day, region, names, signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (user !== id || !names) return false;
  const canonical = [
    'POST',
    path,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const scope = `${day}/${region}/kms/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const mac = (key: string | Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();
  const key = [day!, region!, 'kms', 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${secret}`);
  return mac(key, text).toString('hex') === signature;
}
