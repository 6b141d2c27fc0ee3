import { toHex, utf8 } from './encoding';
import { pureSha256 } from './pure-sha256';

/** Node's own function, which is several times faster; undefined elsewhere. */
const native = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:crypto')?.hash;

/** SHA-256 of bytes, or of a text in UTF-8: 32 bytes. */
export const sha256: (data: string | Uint8Array) => Uint8Array = native
  ? (data) => bytesOf(native('sha256', data, 'binary'))
  : (data) => pureSha256(typeof data === 'string' ? utf8(data) : data);

/** The same in lower-case hexadecimal. */
export const sha256Hex: (data: string | Uint8Array) => string = native
  ? (data) => native('sha256', data, 'hex')
  : (data) => toHex(sha256(data));

/** A native Buffer of 32 bytes takes longer to create and to collect than an array in the heap of the engine. */
function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(32);
  for (let index = 0; index < 32; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
