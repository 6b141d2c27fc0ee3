import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { signNote, verificationKeyOf } from '@probity/platform/transparency/sign-note';
import { formatCheckpoint, parseCheckpoint, verifyCheckpoint } from './checkpoint';
import { proveInclusion } from './make-proofs';
import { appendLeaf, EMPTY_TREE, leafHash, rootOf } from './merkle-tree';
import { ledgerOrigin, tenantOrigin } from './origins';
import { formatNote, parseNote, verifyNote } from './signed-note';
import { formatProof, parseProof, verifyProof } from './tlog-proof';
import { formatKey, parseKey } from './verification-key';

/** The example of the package golang.org/x/mod/sumdb/note. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_NOTE =
  'If you think cryptography is the answer to your problem,\n' +
  "then you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

/** The private key of the first test of RFC 8032, section 7.1, so that the notes below are the same in each run. */
const privateKey = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex').toString('base64url'),
    x: Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex').toString('base64url'),
  },
});
const origin = ledgerOrigin('01a1f872-c7b8-7021-bb7e-1addd104c525');
const signer = { name: origin, privateKey };
const key = parseKey(verificationKeyOf(signer));
const stranger = { name: origin, privateKey: generateKeyPairSync('ed25519').privateKey };

let tree = EMPTY_TREE;
const leaves = Array.from({ length: 5 }, (_, index) => leafHash(`leaf ${index}`));
for (const leaf of leaves) tree = appendLeaf(tree, leaf);
const checkpoint = { origin, size: 5, root: rootOf(tree) };
const note = signNote(formatCheckpoint(checkpoint), signer);

const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

describe('a signed note', () => {
  it('of Go is verified, and written the same way', async () => {
    expect(formatKey(parseKey(GO_KEY))).toBe(GO_KEY);
    expect(formatNote(parseNote(GO_NOTE))).toBe(GO_NOTE);
    const { text, signedBy } = await verifyNote(GO_NOTE, [key, parseKey(GO_KEY)]);
    expect(text).toMatch(/^If you think .* is\.\n$/s);
    expect(signedBy.map(({ name }) => name)).toEqual(['PeterNeumann']);
  });

  it('is rejected when its text or its signature was changed', async () => {
    for (const changed of [GO_NOTE.replace('know', 'knew'), GO_NOTE.replace('AM=', 'AQ=')]) {
      expect(await codeOf(verifyNote(changed, [parseKey(GO_KEY)]))).toMatch(/wrong_signature|malformed/);
    }
    expect(await codeOf(verifyNote(GO_NOTE.replace('know', 'knew'), [parseKey(GO_KEY)]))).toBe('wrong_signature');
  });

  it('is rejected when only strangers signed it, also under the name of a trusted key', async () => {
    expect(await codeOf(verifyNote(GO_NOTE, [key]))).toBe('unknown_key');
    expect(await codeOf(verifyNote(signNote('text\n', stranger), [key]))).toBe('unknown_key');
    expect(await codeOf(verifyNote(GO_NOTE, []))).toBe('unknown_key');
  });

  it('may have signatures of strangers beside', async () => {
    const lines = [
      ...parseNote(signNote('text\n', stranger)).signatures,
      ...parseNote(signNote('text\n', signer)).signatures,
    ];
    const { signedBy } = await verifyNote(formatNote({ text: 'text\n', signatures: lines }), [key]);
    expect(signedBy).toEqual([key]);
  });

  it.each([
    ['no signature', 'text\n'],
    ['no empty line', GO_NOTE.replace('\n\n', '\n')],
    ['a control character', `\t${GO_NOTE}`],
    ['a lone surrogate', `\ud800${GO_NOTE}`],
    ['no line feed at the end', GO_NOTE.slice(0, -1)],
    ['a line that is no signature', `${GO_NOTE}x\n`],
    ['base64 without padding', GO_NOTE.replace('AM=', 'AM')],
    ['base64 with a second spelling', GO_NOTE.replace('AM=', 'AN=')],
    ['a plus in the name', GO_NOTE.replace('— PeterNeumann', '— Peter+Neumann')],
    ['too many signatures', GO_NOTE + GO_NOTE.slice(GO_NOTE.indexOf('—')).repeat(100)],
    ['too many characters', 'x'.repeat(1_000_000) + GO_NOTE],
  ])('with %s is malformed', async (_, text) => {
    expect(await codeOf(verifyNote(text, [parseKey(GO_KEY)]))).toBe('malformed');
  });

  it.each([
    ['another name', GO_KEY.replace('Peter', 'Paul')],
    ['another type', GO_KEY.replace('+AR', '+BB')],
    ['no id', GO_KEY.replace('+c74f20a3', '')],
    ['a part of a key', GO_KEY.slice(0, -4)],
    ['a space in the name', GO_KEY.replace('Peter', 'Peter ')],
  ])('is not verified with a key with %s', (_, text) => {
    expect(() => parseKey(text)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });
});

describe('a checkpoint', () => {
  it('is verified with the key of the tenant under any of its names', async () => {
    const ofTenant = parseKey(verificationKeyOf({ name: tenantOrigin('t'), privateKey }));
    expect(await verifyCheckpoint(note, origin, [ofTenant])).toEqual({ ...checkpoint, signedBy: [key] });
  });

  it('of another log is rejected', async () => {
    expect(await codeOf(verifyCheckpoint(note, ledgerOrigin('another'), [key]))).toBe('malformed');
    const wrong = signNote(formatCheckpoint({ ...checkpoint, origin: 'another' }), signer);
    expect(await codeOf(verifyCheckpoint(wrong, origin, [key]))).toBe('malformed');
  });

  const text = formatCheckpoint(checkpoint);
  it.each([
    ['a leading zero', text.replace('\n5\n', '\n05\n')],
    ['a sign', text.replace('\n5\n', '\n+5\n')],
    ['a size beyond exact numbers', text.replace('\n5\n', '\n9007199254740993\n')],
    ['no root', text.split('\n').slice(0, 2).join('\n') + '\n'],
    ['a short root', text.replace(/.{4}=\n/, '=\n')],
    ['an empty line', `${text}\nmore\n`],
    ['no end', text.slice(0, -1)],
  ])('with %s is malformed', (_, wrong) => {
    expect(() => parseCheckpoint(wrong)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  it('keeps further lines', () => {
    expect(parseCheckpoint(`${text}more\n`)).toEqual({ ...checkpoint, extensions: ['more'] });
    expect(formatCheckpoint({ ...checkpoint, extensions: ['more'] })).toBe(`${text}more\n`);
  });
});

describe('a proof', () => {
  const proofOf = async (index: number): Promise<string> => {
    const hashes = await proveInclusion(tree, index, (_level, first, count) => leaves.slice(first, first + count));
    return formatProof({ index, hashes, checkpoint: note });
  };

  it('shows its leaf', async () => {
    for (const [index, leaf] of leaves.entries()) {
      expect(await verifyProof(await proofOf(index), leaf, origin, [key])).toMatchObject({ index, checkpoint });
    }
  });

  it('does not show another leaf, and needs a trusted key', async () => {
    expect(await codeOf(verifyProof(await proofOf(1), leaves[2]!, origin, [key]))).toBe('mismatch');
    const moved = (await proofOf(1)).replace('index 1', 'index 3');
    expect(await codeOf(verifyProof(moved, leaves[1]!, origin, [key]))).toBe('mismatch');
    expect(await codeOf(verifyProof(await proofOf(1), leaves[1]!, origin, []))).toBe('unknown_key');
  });

  it('is written as it was read, with extra data', async () => {
    const text = await proofOf(3);
    expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex 3\n([A-Za-z0-9+/]{43}=\n){3}\nprobity\/ledger\//);
    expect(formatProof(parseProof(text))).toBe(text);
    const withExtra = text.replace('\n', '\nextra AAAA\n');
    expect(formatProof(parseProof(withExtra))).toBe(withExtra);
    expect(parseProof(`c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`)).toEqual({
      index: 0,
      hashes: [],
      checkpoint: note,
    });
  });

  it.each([
    ['another first line', (text: string) => text.replace('@v1', '@v2')],
    ['no index', (text: string) => text.replace(/index 3\n/, '')],
    ['a leading zero', (text: string) => text.replace('index 3', 'index 03')],
    ['a hash that is not base64', (text: string) => text.replace('index 3\n', 'index 3\n!')],
    ['extra data that are not base64', (text: string) => text.replace('\n', '\nextra !\n')],
    ['too many hashes', (text: string) => text.replace('index 3\n', `index 3\n${`${'A'.repeat(43)}=\n`.repeat(61)}`)],
    ['nothing', () => ''],
  ])('with %s is malformed', async (_, change) => {
    expect(await codeOf(verifyProof(change(await proofOf(3)), leaves[3]!, origin, [key]))).toBe('malformed');
  });
});
