import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a browser passes on to an authenticator. */
export interface Asked {
  challenge: string;
  origin: string;
  rpId: string;
}

interface MadeCredential {
  id: Buffer;
  userHandle: Buffer;
  keys: { publicKey: KeyObject; privateKey: KeyObject };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator with ES256, a signature counter and discoverable credentials. Tests change what it does. */
export class Authenticator {
  counter = 0;
  /** whether the counter goes up with each signature */
  counts = true;
  verifiesPerson = true;
  isPresent = true;
  made: MadeCredential;

  /** The answer of `navigator.credentials.create`. */
  create({ challenge, origin, rpId }: Asked, userId: string): Record<string, any> {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.made = { id: randomBytes(32), userHandle: Buffer.from(userId, 'base64url'), keys };
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.made.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.made.id, coseKey(keys.publicKey)]);
    const authData = Buffer.concat([this.authenticatorData(rpId, ATTESTED), attested]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.credential({
      clientDataJSON: clientData('webauthn.create', challenge, origin),
      attestationObject: attestationObject.toString('base64url'),
    });
  }

  /** The answer of `navigator.credentials.get`. */
  get({ challenge, origin, rpId }: Asked): Record<string, any> {
    if (this.counts) this.counter++;
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const authData = this.authenticatorData(rpId, 0);
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authData, clientHash]), this.made.keys.privateKey);
    return this.credential({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.made.userHandle.toString('base64url'),
    });
  }

  private authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = flags | (this.isPresent ? PRESENT : 0) | (this.verifiesPerson ? VERIFIED : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(all), counter]);
  }

  private credential(response: object): Record<string, any> {
    const id = this.made.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');

/** RFC 9053: an EC2 key for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  );
}

/** RFC 8949, as far as authenticators need it. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...(value as Map<unknown, unknown>)].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, pairs.length / 2), ...pairs]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.of((type << 5) | length);
  if (length < 256) return Buffer.of((type << 5) | 24, length);
  return Buffer.of((type << 5) | 25, length >> 8, length & 0xff);
}
