/** SHA-256 (FIPS 180-4) in plain JavaScript, for platforms that have no synchronous SHA-256, such as browsers. */

const CONSTANTS = new Uint32Array(64);
const INITIAL = new Uint32Array(8);

/** The constants are fractional parts of the cube and square roots of the first primes. */
for (let [candidate, found] = [2, 0]; found < 64; candidate++) {
  if (!isPrime(candidate)) continue;
  CONSTANTS[found] = fraction(Math.cbrt(candidate));
  if (found < 8) INITIAL[found] = fraction(Math.sqrt(candidate));
  found++;
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false;
  return true;
}

/** The first 32 bits of the fraction. A double has 53 bits, and the roots are below 8, so all 32 are exact. */
function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The digest, 32 bytes. */
export function pureSha256(data: Uint8Array): Uint8Array {
  const state = INITIAL.slice();
  const blocks = padded(data);
  const words = new Uint32Array(64);
  for (let at = 0; at < blocks.byteLength; at += 64) addBlock(state, blocks, at, words);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(index * 4, word));
  return new Uint8Array(digest.buffer);
}

/** The data, a bit 1, zeros, and the length in bits as 64 bits: a multiple of 64 bytes. */
function padded(data: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(bytes.length - 4, data.length << 3);
  return view;
}

function addBlock(state: Uint32Array, blocks: DataView, at: number, words: Uint32Array): void {
  for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [w15, w2] = [words[i - 15]!, words[i - 2]!];
    const s0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3);
    const s1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10);
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
}
