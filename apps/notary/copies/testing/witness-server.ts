import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { fromBase64, fromHex, sameBytes, toBase64 } from '@probity/ledger-verification/encoding';
import { verifyConsistency } from '@probity/ledger-verification/merkle-proofs';
import { EMPTY_TREE, rootOf } from '@probity/ledger-verification/merkle-tree';
import { parseNote } from '@probity/ledger-verification/signed-note';
import type { VerificationKey } from '@probity/ledger-verification/verification-key';
import { publicBytes } from '@probity/platform/transparency/sign-note';
import { COSIGNATURE, cosignedText, witnessKeyId } from '../witness/witness-key';
import { OutsideServer } from './outside-server';

interface Remembered {
  size: number;
  root: Uint8Array;
}

/** A witness as c2sp.org/tlog-witness describes it. It trusts the keys that `keysOf` returns for an origin. */
export class WitnessServer extends OutsideServer {
  readonly remembered = new Map<string, Remembered>();
  /** the times of its cosignatures */
  now = (): Date => new Date();
  readonly privateKey: KeyObject = generateKeyPairSync('ed25519').privateKey;

  constructor(
    readonly name: string,
    keysOf: (origin: string) => Promise<VerificationKey[]>,
  ) {
    super(async (request, body, response) => {
      const end = (status: number, text: string, type = 'text/plain'): void =>
        void response.writeHead(status, { 'content-type': type }).end(text);
      if (request.method !== 'POST' || request.url !== '/add-checkpoint') return end(405, '');
      const text = body.toString('utf8');
      const gap = text.indexOf('\n\n');
      const [oldLine = '', ...hashes] = text.slice(0, gap).split('\n');
      const note = text.slice(gap + 2);
      const [, digits] = /^old (0|[1-9][0-9]*)$/.exec(oldLine) ?? [];
      const proof = hashes.map(fromBase64);
      if (digits === undefined || proof.some((hash) => hash?.length !== 32)) return end(400, 'malformed');
      const origin = note.split('\n')[0]!;
      const keys = await keysOf(origin);
      if (keys.length === 0) return end(404, 'unknown log');
      const head = await verifyCheckpoint(note, origin, keys).catch(() => undefined);
      if (!head) return end(403, 'no trusted signature');
      const old = Number(digits);
      if (old > head.size) return end(400, 'old is larger than the checkpoint');
      const last = this.remembered.get(origin) ?? { size: 0, root: rootOf(EMPTY_TREE) };
      const isOther = old === head.size && !sameBytes(last.root, head.root);
      if (old !== last.size || isOther) return end(409, `${last.size}\n`, 'text/x.tlog.size');
      if (!verifyConsistency(old, last.root, head.size, head.root, proof as Uint8Array[]))
        return end(422, 'not consistent');
      this.remembered.set(origin, { size: head.size, root: head.root });
      end(200, this.cosign(parseNote(note).text));
    });
  }

  /** `<name>+<key id>+<base64>` */
  get vkey(): string {
    const publicKey = publicBytes(this.privateKey);
    return `${this.name}+${witnessKeyId(this.name, publicKey)}+${toBase64(new Uint8Array([COSIGNATURE, ...publicKey]))}`;
  }

  /** The line of a cosignature. */
  cosign(text: string, key = this.privateKey): string {
    const seconds = Math.floor(this.now().getTime() / 1_000);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signature = sign(null, Buffer.from(cosignedText(seconds, text)), key);
    const keyId = fromHex(witnessKeyId(this.name, publicBytes(this.privateKey)))!;
    return `— ${this.name} ${toBase64(new Uint8Array([...keyId, ...time, ...signature]))}\n`;
  }
}
